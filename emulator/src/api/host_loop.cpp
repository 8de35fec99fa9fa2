#include "api/host_loop.h"

#include "api/errors.h"
#include "checks/reports.h"
#include "cuda_emulator/options.h"
#include "cuda_runtime_api.h"
#include "debug_info/host_line.h"
#include "debug_info/never_destroyed.h"
#include "memory/device_memory.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <map>
#include <string>
#include <string_view>

namespace emu {
namespace {

// A result that a loop waits for is small.
constexpr std::size_t kMostHashed = 4096;
// A program that repeats a kernel to measure it seldom copies the result so often.
constexpr uint64_t kManyCopies = 256;
// So many copies in a row must find the same device memory: a loop may copy several results in each pass.
constexpr int kSameMemory = 5;
// Calls that were refused, one by one, by a program that does not look at errors.
constexpr uint64_t kManyRefused = 100000;

using Copies = std::map<std::pair<const void*, std::size_t>, std::size_t>;  // to the hash of the bytes
[[gnu::init_priority(101)]] NeverDestroyed<Copies> the_last_copies;
auto& last_copies = the_last_copies.value;
uint64_t launches = 0, copies = 0, refused = 0;  // since `since`
double since = 0;
std::size_t memory_before = 0;
int same_memory = 0;         // looks that found it
uint64_t idle_launches = 0;  // one after another that stored nothing, without a copy to the host in between
double idle_since = 0;

double processor_seconds()
{
    timespec t{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

std::size_t hash_of(const void* bytes, std::size_t n)
{
    return std::hash<std::string_view>{}({static_cast<const char*>(bytes), n});
}

std::size_t hash_of_device_memory()
{
    const OpenDeviceMemory open;
    std::size_t hash = 0;
    for (const Arena* arena : device_memory.arenas())
        for (const Allocation& allocation : arena->allocations())
            if (allocation.live)
                hash = hash * 31 + hash_of(reinterpret_cast<const void*>(allocation.low), allocation.bytes);
    return hash;
}

void start_again()
{
    launches = copies = 0;
    since = processor_seconds();
    same_memory = 0;
}

std::string value_of(const void* from, std::size_t bytes)
{
    if (bytes != sizeof(int))
        return std::to_string(bytes) + " bytes, which were the same each time";
    int value = 0;
    std::memcpy(&value, from, sizeof value);
    return "4 bytes, which were the same each time: " + std::to_string(value) + " (as an int)";
}

bool is_patience_over(double since)
{
    return processor_seconds() - since >= options().patience * options().tick * 1e-3;
}

}  // namespace

void count_launch()
{
    ++launches;
    refused = 0;
}

cudaError_t watch_host_loop(const void* from, std::size_t bytes)
{
    const unsigned patience = options().patience;
    if (patience == 0)
        return cudaSuccess;
    idle_launches = 0;
    const std::size_t hash = bytes <= kMostHashed ? hash_of(from, bytes) : 0;
    const auto [known, is_new] = last_copies.try_emplace({from, bytes}, hash);
    if (is_new || known->second != hash || bytes > kMostHashed || launches == 0) {
        known->second = hash;
        start_again();
        return cudaSuccess;
    }
    if (++copies < kManyCopies || !is_patience_over(since))
        return cudaSuccess;
    if (!options().small_inputs) {
        const std::size_t memory = hash_of_device_memory();
        if (same_memory > 0 && memory != memory_before) {
            same_memory = 0;
            copies = 0;  // look again after as many copies
            return cudaSuccess;
        }
        memory_before = memory;
        if (++same_memory < kSameMemory)
            return cudaSuccess;
    }
    const SourceLine place = host_line();
    report_host(
        "No forward progress: a loop of the host does not end", place.file, place.line,
        "In " + std::to_string(patience) + " s the host launched " + std::to_string(launches) +
            " kernels and copied back " + value_of(from, bytes) + ".\n" +
            (same_memory ? "The kernels no longer change device memory. " : "") +
            "Is the variable that the loop tests set back before each launch? Or does a kernel set it\n"
            "although there is nothing new?" +
            more_patience());
    start_again();
    set_sticky_error(cudaErrorLaunchTimeout);
    return cudaErrorLaunchTimeout;
}

void watch_idle_launches(bool stored)
{
    const unsigned patience = options().patience;
    if (stored || patience == 0 || options().idle_launches_may_repeat) {
        idle_launches = 0;
        return;
    }
    if (idle_launches++ == 0)
        idle_since = processor_seconds();
    if (idle_launches < kManyCopies || idle_launches % 16 != 0 || !is_patience_over(idle_since))
        return;
    const SourceLine place = host_line();
    report_host("No forward progress: a loop of the host does not end", place.file, place.line,
                "In " + std::to_string(patience) + " s the host launched " + std::to_string(idle_launches) +
                    " kernels, which stored nothing, and copied nothing back.\n"
                    "Is the variable that the loop tests copied to the host, in each pass?" +
                    more_patience());
    idle_launches = 0;
    set_sticky_error(cudaErrorLaunchTimeout);
}

void count_refused_call()
{
    if (++refused < kManyRefused)
        return;
    std::fflush(stdout);
    std::fprintf(
        stderr,
        "CUDA emulator: the program is ended: a kernel failed (%s), and %lu calls were refused since.\n"
        "Each CUDA call returns an error code: check it.\n",
        cudaGetErrorName(sticky_error()), static_cast<unsigned long>(refused));
    std::exit(EXIT_FAILURE);
}

}  // namespace emu
