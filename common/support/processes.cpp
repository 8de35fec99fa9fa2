#include "common/support/processes.h"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <initializer_list>
#include <thread>

namespace ladders {
namespace {

// The first of these that is set: those of Open MPI, and of MPICH and its relatives.
int number_in(const char* open_mpi, const char* others)
{
    for (const char* name : {open_mpi, others})
        if (const char* text = std::getenv(name))
            return std::atoi(text);
    return 0;
}

}  // namespace

int processes()
{
    return number_in("OMPI_COMM_WORLD_SIZE", "PMI_SIZE");
}

int process_rank()
{
    return number_in("OMPI_COMM_WORLD_RANK", "PMI_RANK");
}

void let_first_process_speak()
{
    if (process_rank() == 0)
        return;
    std::signal(SIGTERM, SIG_DFL);  // without a word
    std::this_thread::sleep_for(std::chrono::seconds(2));
}

}  // namespace ladders
