#include "cases.h"

#include <gtest/gtest.h>

#include <ctime>

using cases::expect_report;
using cases::expect_silent;
using cases::results;

TEST(OutOfBounds, WriteOneElementPastTheEndIsReportedInTheWordsOfMemcheck)
{
    const auto outcome =
        expect_report("write_past_the_end", "Invalid __global__ write of size 4 bytes",
                      {"fill_up_to(int*, int) in ", "by thread (36,0,0) in block (1,0,0)", "is out of bounds",
                       "That is element 100 of the array that ",
                       "and is 1 bytes after the nearest allocation at 0x", "of size 400 bytes"});
    EXPECT_EQ(outcome.errors, 1u);
    EXPECT_EQ(outcome.error, cudaSuccess);  // the thread ends, the program goes on
    expect_silent("write_to_the_end");
}

TEST(OutOfBounds, AKernelThatIsLaunchedThroughAPointerHasItsOwnName)
{
    const auto outcome =
        expect_report("launched_through_a_pointer", "Invalid __global__ write of size 4 bytes");
    EXPECT_EQ(outcome.reports.at(0).kernel, "fill_one_more");
    EXPECT_EQ(outcome.counters.at(0).kernel, "fill_one_more");
}

TEST(OutOfBounds, ReadBeforeTheStart)
{
    expect_report("read_before_the_start", "Invalid __global__ read of size 4 bytes", {"thread (0,0,0)"});
    expect_silent("read_from_the_start");
}

TEST(OutOfBounds, DynamicSharedMemoryEndsWhereTheLaunchSays)
{
    expect_report("write_past_dynamic_shared", "Invalid __shared__ write of size 4 bytes",
                  {"thread (8,0,0)", "1 bytes after the dynamic shared memory of size 160 bytes"});
    EXPECT_EQ(cases::run("write_past_dynamic_shared").errors, 1u)
        << "the thread that ended is not missed at the barrier";
    expect_silent("write_all_dynamic_shared");
}

TEST(OutOfBounds, StructsThatAFunctionTakesOrReturns)
{
    expect_report("struct_returned_past_the_end", "Invalid __global__ write of size");
    expect_report("struct_passed_from_past_the_end", "Invalid __global__ read of size");
    expect_silent("structs_returned");
    expect_silent("structs_passed");
}

TEST(OutOfBounds, CallsThatCopyAndFill)
{
    const std::string write = "Invalid __global__ write of size 1 bytes",
                      read = "Invalid __global__ read of size 1 bytes";
    expect_report("copied_past_the_end", write, {"copy_by_call", "thread (31,0,0)", "of size 159 bytes"});
    expect_report("cloud_copied_from_past_the_end", read);
    expect_report("cloud_copied_by_a_builtin", read);
    expect_report("filled_past_the_end", write);
    expect_report("moved_past_the_end", read, {"1 bytes after the nearest allocation"});
    const auto outcome = cases::run("filled_memory_of_the_host");
    ASSERT_FALSE(outcome.reports.empty());
    EXPECT_NE(outcome.reports[0].text.find("not device memory: a host pointer?"), std::string::npos)
        << outcome.reports[0].text;
    expect_silent("copies_by_calls");
    EXPECT_EQ(cases::results(), (std::vector<long>{255, 0}));
}

TEST(OutOfBounds, ArrayIndex)
{
    expect_report("index_past_an_array", "Array index out of bounds", {"index 32", "int", "thread (31,0,0)"});
    expect_silent("index_all_of_an_array");
}

TEST(OutOfBounds, ReportsOfSharedMemoryNameTheArray)
{
    expect_report("index_past_an_array", "Array index out of bounds",
                  {"That is element 32 of tile, which has 32 elements."});
    expect_report("index_past_a_row", "Array index out of bounds",
                  {"That is element 33 of a row of tile, which has 33 elements."});
    expect_silent("index_all_of_a_row");
    expect_report("pointer_past_shared", "Uninitialized __shared__ memory read of size 4 bytes",
                  {"and is 1 bytes after the nearest array of shared memory, tile, of size 128 bytes",
                   "That is element 32 of tile, which has 32 elements of 4 bytes."});
    expect_silent("pointer_into_shared");
    expect_report("read_of_unwritten_dynamic_shared", "Uninitialized __shared__ memory read of size 4 bytes",
                  {"Access to 0xc of the dynamic shared memory",
                   "That is element 3, if it holds elements of 4 bytes."});
    expect_report(
        "write_past_dynamic_shared", "Invalid __shared__ write of size 4 bytes",
        {"That is element 40; the third value in <<<...>>> leaves room for 40 elements of 4 bytes."});
}

TEST(LocalMemory, HasNoAtomics)
{
    const auto outcome = expect_report(
        "atomic_on_local_memory", "Invalid atomic access: atomicAdd() on local memory",
        {"count_in_local(", "by thread (0,0,0)", "&bins[values[threadIdx.x] % 8] is in local memory",
         "each thread has its own", "Is __shared__ missing"});
    EXPECT_EQ(outcome.reports.size(), 1u);
    EXPECT_EQ(outcome.errors, 32u);
    // Of two calls on a line nobody knows which one it is.
    const auto two = expect_report("atomics_on_local_memory_of_the_caller",
                                   "Invalid atomic access: atomicMax() on local memory",
                                   {"Its address is in local memory"});
    EXPECT_EQ(two.reports.size(), 1u);
    expect_silent("atomic_on_shared_memory");
    EXPECT_EQ(cases::results(), std::vector<long>{33});
}

TEST(WildPointer, IsReportedAndSticky)
{
    EXPECT_EQ(expect_report("null_pointer", "Invalid __global__ write", {"null pointer"}).error,
              cudaErrorIllegalAddress);
    EXPECT_EQ(expect_report("pointer_of_the_host", "Invalid __global__ read", {"not device memory"}).error,
              cudaErrorIllegalAddress);
}

TEST(WildPointer, RegisteredMemoryHasNoDevicePointer)
{
    EXPECT_EQ(
        expect_report("device_pointer_of_registered_memory",
                      "Memory of cudaHostRegister() cannot be used by kernels", {"cudaHostAlloc() instead"})
            .error,
        cudaErrorInvalidValue);
}

TEST(Alignment, MisalignedReadIsReportedAndSticky)
{
    EXPECT_EQ(expect_report("misaligned_read", "Invalid __global__ read", {"is misaligned"}).error,
              cudaErrorMisalignedAddress);
    expect_silent("aligned_read");
}

TEST(Initialisation, GlobalMemory)
{
    const auto outcome =
        expect_report("read_of_unwritten_global", "Uninitialized __global__ memory read of size 4 bytes",
                      {"of size 128 bytes"});
    EXPECT_EQ(outcome.errors, 32u);
    EXPECT_EQ(outcome.reports.size(), 1u);
    expect_silent("read_of_global_set_by_the_host");
    expect_silent("read_of_global_written_by_a_kernel");
    EXPECT_EQ(cases::run("read_of_a_copy_of_unwritten_global").errors, 32u);
}

TEST(Initialisation, AMillionErrorsOnALineTakeNoLongerThanAMillionReads)
{
    const std::clock_t start = std::clock();
    const auto outcome = cases::run("a_million_reads_of_unwritten_global");
    const double seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
    EXPECT_EQ(outcome.errors, std::size_t{1} << 20);
    EXPECT_EQ(outcome.reports.size(), 1u);
    EXPECT_LT(seconds, 3);  // with the words of a report for each: a minute
}

TEST(Initialisation, IsKnownByTheByte)
{
    expect_report("word_with_an_unwritten_byte", "Uninitialized __global__ memory read of size 4 bytes");
    expect_silent("word_written_byte_by_byte");
}

TEST(Initialisation, SharedMemoryIsFreshInEachBlock)
{
    expect_report("shared_memory_is_fresh_in_each_block",
                  "Uninitialized __shared__ memory read of size 4 bytes", {"block (1,0,0)"});
    expect_silent("shared_memory_written_by_its_block");
}

TEST(Lifetime, UseAfterFree)
{
    expect_report("use_after_free", "Invalid __global__ read of size 4 bytes",
                  {"inside the freed allocation", "of size 128 bytes"});
    expect_silent("use_of_new_memory_after_free");
}

TEST(Constant, IsReadOnlyInKernels)
{
    expect_report("write_of_a_constant", "Invalid __constant__ write of size 4 bytes");
}

TEST(HostAccess, ToDeviceMemoryNamesTheLineAndEndsTheProgram)
{
    const auto run = [] {
        emu::options().print_reports = true;
        cases::run("host_reads_device_memory");
    };
    EXPECT_DEATH(run(), "Invalid host access to device memory(.|\n)*memory_cases.cu:[0-9]+");
}

TEST(HostAccess, ToManagedMemoryIsFine)
{
    expect_silent("host_reads_managed_memory");
    EXPECT_EQ(cases::results(), std::vector<long>{1});
}

TEST(Fault, InAFunctionThatAKernelCallsNamesTheKernel)
{
    const auto run = [] {
        emu::options().print_reports = true;
        cases::run("kernel_prints_a_wild_pointer");
    };
    EXPECT_DEATH(run(), "Invalid access in a function that a kernel calls(.|\n)*in print_text");
}

TEST(Uninitialised, SharedMemoryThatIsWrittenLaterIsAMissingBarrier)
{
    const std::string what = "Uninitialized __shared__ memory read of size 4 bytes";
    const auto line = std::to_string(line_of(cases::run("read_before_the_write"), "write_after_the_read"));
    expect_report(
        "read_before_the_write", what,
        {"by thread (0,0,0) in block (0,0,0)\n=========     A barrier is missing: thread (127,0,0) in "
         "block (0,0,0) writes it only after this read, at memory_cases.cu:" +
             line + ".\n",
         "Put __syncthreads() between"});
    expect_report("read_before_the_write_in_a_warp", what,
                  {"A barrier is missing: thread (16,0,0)", "Put __syncwarp() or __syncthreads() between"});
    const auto counted = expect_report("number_that_is_not_zeroed", what);
    for (const emu::Report& report : counted.reports)
        EXPECT_EQ(report.text.find("A barrier is missing"), std::string::npos) << report.text;
}

TEST(Uninitialised, AnExchangeWithoutUseOfTheOldValueIsAStore)
{
    expect_silent("exchange_as_a_store");
    EXPECT_EQ(results(), std::vector<long>{7});
    expect_report("exchange_of_unwritten_memory", "Uninitialized __global__ memory read of size 4 bytes");
}
