// A process for each GPU, started by mpirun: MPI tells who takes part, NCCL moves the data between the GPUs.
#pragma once

#include "common/support/deadline.h"
#include "common/support/processes.h"
#include "common/support/progress.h"
#include "nccl.cuh"

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mpi.h>

class MpiTeam final : public Team {
public:
    static constexpr double kMostWaiting = 20;  // seconds

    // The team of all processes, of which each has the next GPU of its host. gpus: as many as there must be processes.
    static MpiTeam& join(int gpus)
    {
        static MpiTeam team(begin());
        if (gpus != team.size_)
            throw UsageError("this version needs a process for each GPU: mpirun -n " + std::to_string(gpus) +
                             " <program>, or scripts/run, which does it");
        CUDA_CHECK(cudaSetDevice(team.devices().front()));
        return team;
    }

    int rank() const override { return rank_; }
    int processes() const override { return size_; }
    int device() const { return devices().front(); }
    int gpus() const override { return size_; }
    ncclComm_t nccl()
    {
        if (!nccl_) {
            const auto deadline = give_up_in_time("NCCL");
            ncclUniqueId id{};
            if (rank_ == 0)
                NCCL_CHECK(ncclGetUniqueId(&id));
            MPI_Bcast(&id, sizeof id, MPI_BYTE, 0, MPI_COMM_WORLD);
            NCCL_CHECK(ncclCommInitRank(&nccl_, size_, id, rank_));
        }
        return nccl_;
    }

    // A roll call: the first process waits for a message from each of the others, and then answers all.
    void meet() const override
    {
        constexpr int kHere = 1;
        char here = 0;
        if (rank_ == 0)
            call_roll(kHere);
        else
            MPI_Send(&here, 1, MPI_CHAR, 0, kHere, MPI_COMM_WORLD);
        const auto deadline = give_up_in_time("process 0");
        MPI_Bcast(&here, 1, MPI_CHAR, 0, MPI_COMM_WORLD);
    }

    double slowest(double seconds) const override
    {
        meet();
        double most = 0;
        MPI_Allreduce(&seconds, &most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        return most;
    }

    void add_up(std::vector<std::uint64_t>& numbers) const override
    {
        meet();
        MPI_Allreduce(MPI_IN_PLACE, numbers.data(), static_cast<int>(numbers.size()), MPI_UINT64_T, MPI_SUM,
                      MPI_COMM_WORLD);
    }

    // For an exchange that waits in its call, as the emulator's does: ends a hang. On a GPU the harness does.
    std::unique_ptr<Deadline> watch_exchange() const
    {
        return kEmulator ? give_up_in_time("the other processes in an exchange") : nullptr;
    }

    // Throws UsageError, in every process, unless all have the same input.
    void require_same(const std::string& description) const
    {
        constexpr std::size_t kMost = 256;
        std::vector<char> all(kMost * size_);
        char mine[kMost] = {};
        std::strncpy(mine, description.c_str(), kMost - 1);
        meet();
        MPI_Allgather(mine, kMost, MPI_CHAR, all.data(), kMost, MPI_CHAR, MPI_COMM_WORLD);
        for (int rank = 1; rank < size_; ++rank)
            if (std::strcmp(all.data(), &all[kMost * rank]) != 0)
                throw UsageError("process " + std::to_string(rank) + " has another input, " +
                                 &all[kMost * rank] + ", than process 0: " + all.data());
    }

    // Makes an array whole of which each process has a piece: elements first(rank) to first(rank + 1) - 1.
    template <class T, class First>
    void gather(std::vector<T>& array, First first) const
    {
        meet();
        for (int rank = 0; rank < size_; ++rank) {
            constexpr std::size_t kMost = std::size_t{1} << 30;  // of MPI's counts, which are ints
            const std::size_t end = first(rank + 1);
            for (std::size_t at = first(rank); at < end; at += kMost / sizeof(T))
                MPI_Bcast(&array[at], static_cast<int>(std::min(kMost / sizeof(T), end - at) * sizeof(T)),
                          MPI_BYTE, rank, MPI_COMM_WORLD);
        }
    }

private:
    struct Place {
        int rank = 0, size = 1, device = 0;
    };
    explicit MpiTeam(const Place& place) : Team({place.device}), rank_(place.rank), size_(place.size) {}
    // A program that fails ends the others as well; MPI_Finalize would wait for them.
    static void end(int exit_code, void*)
    {
        if (exit_code != 0 && ladders::processes() > 1)
            MPI_Abort(MPI_COMM_WORLD, exit_code);
        MPI_Finalize();
    }

    static Place begin()
    {
        const auto deadline = give_up_in_time("the other processes to start");
        MPI_Init(nullptr, nullptr);
        on_exit(end, nullptr);
        Place place;
        MPI_Comm_rank(MPI_COMM_WORLD, &place.rank);
        MPI_Comm_size(MPI_COMM_WORLD, &place.size);
        MPI_Comm host;
        int on_host = 0, here = gpus_here();
        MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, place.rank, MPI_INFO_NULL, &host);
        MPI_Comm_rank(host, &on_host);
        MPI_Comm_free(&host);
        // Emulated devices are each process's own.
        if (on_host >= here && !kEmulator)
            throw UsageError("process " + std::to_string(place.rank) + " has no GPU: its host has " +
                             std::to_string(here));
        place.device = on_host % here;
        return place;
    }

    // Gives up if the scope takes too long.
    static std::unique_ptr<Deadline> give_up_in_time(const std::string& whom)
    {
        return std::make_unique<Deadline>(kMostWaiting + 5, [whom] {
            give_up(format_text("waited %.0f s for %s", kMostWaiting + 5, whom.c_str()));
        });
    }

    void call_roll(int tag) const
    {
        std::vector<char> here(size_);
        std::vector<MPI_Request> requests(size_ - 1);
        for (int rank = 1; rank < size_; ++rank)
            MPI_Irecv(&here[rank], 1, MPI_CHAR, rank, tag, MPI_COMM_WORLD, &requests[rank - 1]);
        const auto start = std::chrono::steady_clock::now();
        for (int all = 0; !all;) {
            MPI_Testall(size_ - 1, requests.data(), &all, MPI_STATUSES_IGNORE);
            if (std::chrono::steady_clock::now() - start > std::chrono::duration<double>(kMostWaiting))
                give_up(format_text("waited %.0f s for process %s", kMostWaiting, missing(requests).c_str()));
        }
    }
    static std::string missing(std::vector<MPI_Request>& requests)
    {
        std::string ranks;
        for (std::size_t i = 0; i < requests.size(); ++i) {
            int arrived = 0;
            if (requests[i] != MPI_REQUEST_NULL)
                MPI_Test(&requests[i], &arrived, MPI_STATUS_IGNORE);
            else
                arrived = 1;
            if (!arrived)
                ranks += (ranks.empty() ? "" : ", ") + std::to_string(i + 1);
        }
        return ranks;
    }

    const int rank_, size_;
    ncclComm_t nccl_ = nullptr;
};
