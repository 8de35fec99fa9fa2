// A rank of a communicator, as programs hold it.
#pragma once

#include "nccl.h"
#include "nccl/team.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>

struct ncclComm {
    std::shared_ptr<emu::Team> team;
    int rank = 0, device = 0;
    uint64_t collectives = 0;                    // calls so far
    std::map<int, uint64_t> sent{}, received{};  // messages so far, by rank
    int splits = 0;
    ncclResult_t error = ncclSuccess;
    bool is_live = true;
    std::string end{};  // where it was destroyed
};

namespace emu {

// Reports an error of a call of NCCL, and returns `result`.
ncclResult_t nccl_error(ncclResult_t result, const std::string& what, const std::string& details);

// Whether the communicator exists. If not, reports it.
bool is_usable(ncclComm_t comm, const char* function);

// A rank that is to become part of a communicator.
struct Joining {
    ncclComm_t* comm;
    std::string id, folder;
    int ranks, rank, device;
    std::string function, place;
};
// Adds the ranks of this thread, and waits for all others.
ncclResult_t join(const std::vector<Joining>& ranks);

// The line of the host's call, as text.
std::string calling_line();

}  // namespace emu
