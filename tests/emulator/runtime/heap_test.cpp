#include "cases.h"

#include <gtest/gtest.h>

using cases::expect_report;
using cases::expect_silent;

TEST(DeviceHeap, WritePastTheEndNamesTheCallOfMalloc)
{
    expect_report("write_past_the_end_of_the_heaps_array", "Invalid __global__ write of size 4 bytes",
                  {"and is 1 bytes after the nearest allocation", "of size 16 bytes"});
    expect_silent("write_to_the_end_of_the_heaps_array");
}

TEST(DeviceHeap, UnwrittenMemoryNamesTheCallOfMalloc)
{
    expect_report("read_of_unwritten_heap_memory", "Uninitialized __global__ memory read of size 4 bytes",
                  {"byte 12 of the memory that ", "heap_cases.cu:"});
}

TEST(DeviceHeap, MemoryIsFreedOnce)
{
    expect_report("heap_memory_is_freed_twice", "Malloc/Free error encountered: Double free",
                  {"which has been freed before", "block (1,0,0)"});
}

TEST(DeviceHeap, UseAfterDeleteInTheSameKernel)
{
    expect_report("heap_memory_is_used_after_delete", "Invalid __global__ read of size 4 bytes",
                  {"inside the freed allocation"});
    expect_silent("heap_memory_is_used_before_delete");
}

TEST(DeviceHeap, HostAndKernelsFreeTheirOwnMemory)
{
    expect_report("memory_of_the_host_is_freed_by_a_kernel",
                  "Malloc/Free error encountered: Invalid pointer to free",
                  {"cudaFree() on the host frees it"});
    expect_silent("a_null_pointer_is_freed_by_a_kernel");
    expect_report("heap_memory_is_freed_by_the_host",
                  "Malloc/Free error encountered: Invalid pointer to free",
                  {"free() or delete in a kernel frees it"});
}

TEST(DeviceHeap, TheHostCannotCopyItsMemory)
{
    EXPECT_EQ(expect_report("heap_memory_is_copied_by_the_host", "Program hit cudaErrorInvalidValue",
                            {"which only kernels can access"})
                  .error,
              cudaErrorInvalidValue);
}

TEST(DeviceHeap, HasALimit)
{
    expect_silent("the_heap_is_full");
    EXPECT_EQ(cases::results(), (std::vector<long>{8, 0, cudaErrorInvalidValue}));
    expect_silent("the_heap_has_another_limit");
    EXPECT_EQ(cases::results(), (std::vector<long>{cudaSuccess, 3, 0}));
}

TEST(DeviceHeap, FreedMemoryIsUsedAgain)
{
    expect_silent("heap_memory_is_used_again");
    EXPECT_EQ(cases::results(), std::vector<long>{0});
}

TEST(DeviceHeap, RacesAreSeen)
{
    expect_report("race_for_heap_memory", "Race reported between Write access", {});
    expect_silent("no_race_for_heap_memory");
}
