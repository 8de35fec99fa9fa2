#include "nccl/waiting.h"

#include "checks/reports.h"
#include "state/one_at_a_time.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <mutex>

namespace emu {
namespace {

constexpr double kIdle = 20;      // seconds of wall time in which nothing happens in this process
constexpr double kEachOther = 8;  // seconds that ranks of two processes wait for each other

std::mutex& woken_lock = *new std::mutex;
std::condition_variable& woken = *new std::condition_variable;

double seconds_of(clockid_t clock)
{
    timespec now;
    clock_gettime(clock, &now);
    return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

// For a moment, in which the other threads of the host may call.
void let_others_run()
{
    const int calls = host_thread.calls;
    for (int i = 0; i < calls; ++i)
        one_thread_of_the_host.unlock();
    {
        std::unique_lock lock(woken_lock);
        woken.wait_for(lock, std::chrono::microseconds(500));
    }
    for (int i = 0; i < calls; ++i)
        one_thread_of_the_host.lock();
}

bool has_other_threads()
{
    std::error_code ignored;
    int threads = 0;
    for ([[maybe_unused]] const auto& each : std::filesystem::directory_iterator("/proc/self/task", ignored))
        ++threads;
    return threads > 1;
}

[[noreturn]] void end(const Wait& wait, const std::string& why, const std::string& details)
{
    report_host(wait.what + " of rank " + std::to_string(wait.rank) + " waits for ever: " + why, wait.file,
                wait.line, details);
    wait.team.leave();
    std::exit(EXIT_FAILURE);
}

std::string rank_text(int rank)
{
    return "rank " + std::to_string(rank);
}

// A rank of this process, without another thread that could call for it.
[[noreturn]] void end_alone(const Wait& wait, int missing)
{
    end(wait, rank_text(missing) + " has not called it",
        rank_text(missing) + " belongs to the same thread, which waits here" +
            (wait.team.is_here(missing) ? "; its communicator was made at " + wait.team.origin_of(missing)
                                        : "") +
            "\nA thread with several ranks makes the calls of all of them between ncclGroupStart() and "
            "ncclGroupEnd().");
}

// One of the missing ranks whose process has ended; -1: none. One that has not even said that it ends comes first.
int first_dead(const Wait& wait, const std::vector<int>& missing)
{
    int dead = -1;
    for (const int rank : missing)
        if (!wait.team.is_here(rank) && !wait.team.place.lives(rank)) {
            if (!wait.team.place.has_left(rank))
                return rank;
            dead = dead < 0 ? rank : dead;
        }
    return dead;
}

void check_other_processes(const Wait& wait, const std::function<std::vector<int>()>& missing, double waited)
{
    if (const int dead = first_dead(wait, missing()); dead >= 0) {
        const std::vector<int> still = missing();  // it may have answered before it ended
        if (std::find(still.begin(), still.end(), dead) != still.end())
            end(wait, "the process of " + rank_text(dead) + " has ended", "It has not made this call.");
    }
    if (waited < kEachOther)
        return;
    for (const int rank : missing()) {
        const std::string file = "waits" + std::to_string(rank);
        std::string text;
        if (!wait.team.is_here(rank) && wait.team.place.exists(file) &&
            wait.team.place.age(file) > kEachOther && wait.team.place.read(file, text))
            end(wait, rank_text(rank) + " waits, too", rank_text(rank) + " waits in " + text);
    }
}

}  // namespace

void wait_until_none(const Wait& wait, const std::function<std::vector<int>()>& missing)
{
    double start = 0, wall = 0, processor = 0, looked = 0;
    for (std::vector<int> absent = missing(); !absent.empty(); absent = missing()) {
        const double now = seconds_of(CLOCK_MONOTONIC);
        if (start == 0) {
            start = wall = now;
            processor = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
            wait.team.tell_waiting(wait.rank, wait.what + " at " + wait.place);
        }
        for (const int rank : absent)
            if (wait.team.is_here(rank) && !has_other_threads())
                end_alone(wait, rank);
        if (wait.limit == 0 && now - looked > 0.05) {
            looked = now;
            check_other_processes(wait, missing, now - start);
        }
        if (now - wall > kIdle) {
            const bool idle = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - processor < 0.1 * kIdle;
            for (const int rank : missing())
                if (idle && wait.team.is_here(rank))
                    end(wait, rank_text(rank) + " has not called it",
                        "All threads of this process have been idle for " + std::to_string(int(kIdle)) +
                            " s.");
            wall = now;
            processor = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
        }
        if (wait.limit > 0 && now - start > wait.limit)
            end(wait,
                rank_text(absent.front()) + " has not called it within " + std::to_string(int(wait.limit)) +
                    " s",
                "Each of the " + std::to_string(wait.team.ranks) +
                    " ranks makes this call, with the same id. A thread with several ranks makes it for\nall "
                    "of "
                    "them between ncclGroupStart() and ncclGroupEnd().");
        let_others_run();
    }
    if (start != 0)
        wait.team.tell_waiting(wait.rank, "");
}

void wake_waiting()
{
    woken.notify_all();
}

}  // namespace emu
