#include "cases.h"

#include <gtest/gtest.h>

#include <cstring>

using cases::expect_report;
using cases::expect_silent;
using cases::results;

namespace {

// Whether the first report has these words.
bool has(const cases::Outcome& outcome, const std::string& words)
{
    return !outcome.reports.empty() && outcome.reports[0].text.find(words) != std::string::npos;
}

}  // namespace

TEST(Launch, InvalidConfigurationsGiveCudasErrors)
{
    for (const char* name : {"launch_0_blocks", "launch_0_threads", "launch_1025_threads",
                             "launch_65_threads_in_z", "launch_65536_blocks_in_y"}) {
        const auto outcome = cases::run(name);
        EXPECT_EQ(outcome.error, cudaErrorInvalidConfiguration) << name;
        ASSERT_EQ(outcome.reports.size(), 1u) << name;
        EXPECT_EQ(outcome.reports[0].what,
                  "Program hit cudaErrorInvalidConfiguration (error 9) due to \"invalid configuration "
                  "argument\" on CUDA "
                  "API call to cudaLaunchKernel.");
    }
    EXPECT_EQ(cases::run("launch_too_much_shared").error, cudaErrorInvalidValue);
}

TEST(Launch, ErrorIsLastUntilAskedFor)
{
    cases::run("launch_after_an_error");
    const long invalid = cudaErrorInvalidConfiguration;
    EXPECT_EQ(results(), (std::vector<long>{invalid, invalid, invalid, 0, 0}));
}

TEST(Launch, SharedMemoryUpTo48KilobytesAndMoreWhenAllowed)
{
    expect_silent("launch_48_kilobytes");
    const auto outcome = cases::run("launch_opted_in");
    EXPECT_EQ(results(), (std::vector<long>{0, cudaErrorInvalidValue}));
    EXPECT_EQ(outcome.error, cudaSuccess);
    EXPECT_EQ(outcome.errors, 0u) << outcome.reports.at(0).text;
}

TEST(Launch, OfAMillionBlocks)
{
    expect_silent("launch_million_blocks");
}

TEST(Launch, ThreeDimensions)
{
    expect_silent("launch_three_dimensions");
    std::vector<long> want;
    for (long z = 0; z < 4; ++z)
        for (long y = 0; y < 3; ++y)
            for (long x = 0; x < 2; ++x)
                want.push_back(100 * z + 10 * y + x);
    EXPECT_EQ(results(), want);
}

TEST(Launch, ConvertsArguments)
{
    expect_silent("launch_with_arguments");
    EXPECT_EQ(results(), (std::vector<long>{4, 4, 9, 18}));
}

TEST(Launch, OfAComputedKernelComputesItOnceOnTheHost)
{
    expect_silent("launches_of_computed_kernels");
    EXPECT_EQ(results(), (std::vector<long>{41, -20, 61, -40, 81, 1}));
}

TEST(Symbols, AreCopiedWithinTheirBounds)
{
    cases::run("symbols");
    EXPECT_EQ(results(), (std::vector<long>{0, 3, 3, 0, 5, 0, cudaErrorInvalidValue}));
}

TEST(Copies, ThatAreTooLongNameTheArrayAndTheExcess)
{
    const auto outcome = expect_report("copy_of_one_too_many", "Program hit cudaErrorInvalidValue");
    EXPECT_TRUE(has(outcome, "400 bytes are copied to an array of 396 bytes (api_cases.cu:" +
                                 std::to_string(cases::line_of(outcome, "an array of 99")) +
                                 "): 4 too many\n"))
        << outcome.reports.at(0).text;
    expect_report(
        "copy_from_the_middle", "Program hit cudaErrorInvalidValue",
        {"400 bytes are copied from an array of 400 bytes (", "), beginning at byte 8: 8 too many\n"});
    expect_report("copy_from_freed_memory", "Program hit cudaErrorInvalidValue",
                  {"400 bytes are copied from a device pointer\n", "inside the freed allocation"});
    expect_report("fill_of_one_too_many", "Program hit cudaErrorInvalidValue",
                  {"400 bytes are set in an array of 396 bytes (", "): 4 too many\n"});
}

TEST(Copies, InAWrongDirectionNameTheWrongEnd)
{
    const auto outcome = expect_report(
        "copies_in_wrong_directions", "Program hit cudaErrorInvalidValue",
        {"the destination is memory of the host, but cudaMemcpyHostToDevice copies to the device",
         "the source is memory of the device, but cudaMemcpyHostToDevice copies from the host",
         "Is cudaMemcpyDeviceToHost meant?"});
    const std::vector<std::string> expected = {
        "the destination is memory of the host, but cudaMemcpyHostToDevice copies to the device\n",
        "the source is memory of the device, but cudaMemcpyHostToDevice copies from the host\n"
        "=========     Is cudaMemcpyDeviceToDevice meant?",
        "Is cudaMemcpyHostToDevice meant?",
        "the source is memory of the host, but cudaMemcpyDeviceToDevice copies from the device\n"
        "=========     Is cudaMemcpyHostToDevice meant?",
        "the source is memory of the device, but cudaMemcpyHostToHost copies from the host\n"
        "=========     Is cudaMemcpyDeviceToHost meant?"};
    ASSERT_EQ(outcome.reports.size(), expected.size() + 1);
    for (std::size_t i = 0; i < expected.size(); ++i)
        EXPECT_NE(outcome.reports[i + 1].text.find(expected[i]), std::string::npos)
            << outcome.reports[i + 1].text;
}

TEST(Functions, CooperativeLaunchesFitAtOnce)
{
    cases::run("cooperative_launches");
    const long too_many = cudaErrorCooperativeLaunchTooLarge;
    EXPECT_EQ(results(), (std::vector<long>{cudaSuccess, too_many, cudaSuccess, too_many}));
}

TEST(Functions, OccupancyAndAttributes)
{
    expect_silent("occupancy");
    EXPECT_EQ(results(), (std::vector<long>{8, 2, 8 * 2048, 1024, 40 * 1024, 5, 2, 5632}));
}

TEST(Memory, FreesAreChecked)
{
    void* p = nullptr;
    ASSERT_EQ(cudaMalloc(&p, 100), cudaSuccess);
    emu::take_reports();
    EXPECT_EQ(cudaFree(static_cast<char*>(p) + 4), cudaErrorInvalidValue);
    EXPECT_EQ(cudaFree(p), cudaSuccess);
    EXPECT_EQ(cudaFree(p), cudaErrorInvalidValue);
    EXPECT_EQ(cudaFree(nullptr), cudaSuccess);
    int on_host = 0;
    EXPECT_EQ(cudaFree(&on_host), cudaErrorInvalidValue);
    const auto reports = emu::take_reports();
    ASSERT_EQ(reports.size(), 2u);
    EXPECT_EQ(reports[0].what, "Malloc/Free error encountered: Invalid pointer to free");
    EXPECT_EQ(reports[1].what, "Malloc/Free error encountered: Double free");
    cudaGetLastError();
}

TEST(Memory, InfoFollowsAllocations)
{
    std::size_t before = 0, after = 0, total = 0;
    cudaMemGetInfo(&before, &total);
    void* p = nullptr;
    cudaMalloc(&p, 1 << 20);
    cudaMemGetInfo(&after, &total);
    EXPECT_EQ(before - after, std::size_t(1) << 20);
    cudaFree(p);
    cudaMemGetInfo(&after, &total);
    EXPECT_EQ(before, after);
    EXPECT_EQ(cudaMalloc(&p, total + 1), cudaErrorMemoryAllocation);
    EXPECT_EQ(cudaGetLastError(), cudaErrorMemoryAllocation);
}

TEST(Memory, FreedPlacesAreUsedAgainWhenAllOthersHaveBeen)
{
    void* p = nullptr;
    for (int i = 0; i < 10; ++i) {
        ASSERT_EQ(cudaMalloc(&p, std::size_t(1) << 30), cudaSuccess) << i;
        ASSERT_EQ(cudaFree(p), cudaSuccess);
    }
}

TEST(Memory, CopiesAreChecked)
{
    char host[200] = {};
    char* d = nullptr;
    cudaMalloc(&d, 100);
    EXPECT_EQ(cudaMemcpy(d, host, 100, cudaMemcpyHostToDevice), cudaSuccess);
    EXPECT_EQ(cudaMemcpy(d, host, 101, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    EXPECT_EQ(cudaMemcpy(host, d, 100, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    EXPECT_EQ(cudaMemcpy(host, d, 100, cudaMemcpyDefault), cudaSuccess);
    EXPECT_EQ(cudaMemcpy(host, d, 1, static_cast<cudaMemcpyKind>(9)), cudaErrorInvalidMemcpyDirection);
    EXPECT_EQ(cudaMemset(d, 1, 101), cudaErrorInvalidValue);
    EXPECT_EQ(cudaMemset(host, 1, 1), cudaErrorInvalidValue);
    cudaGetLastError();
}

TEST(Memory, TwoDimensions)
{
    std::size_t pitch = 0;
    char* d = nullptr;
    ASSERT_EQ(cudaMallocPitch(&d, &pitch, 5, 3), cudaSuccess);
    EXPECT_EQ(pitch, 512u);
    const char from[] = "abcdefghijklmno";
    char to[16] = {};
    EXPECT_EQ(cudaMemcpy2D(d, pitch, from, 5, 5, 3, cudaMemcpyHostToDevice), cudaSuccess);
    EXPECT_EQ(cudaMemcpy2D(to, 5, d, pitch, 5, 3, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT_STREQ(to, from);
    EXPECT_EQ(cudaMemcpy2D(to, 4, d, pitch, 5, 3, cudaMemcpyDeviceToHost), cudaErrorInvalidPitchValue);
    cudaGetLastError();
}

TEST(Memory, PinnedMemoryIsTheHosts)
{
    int* p = nullptr;
    ASSERT_EQ(cudaMallocHost(&p, 400), cudaSuccess);
    p[99] = 7;
    int* d = nullptr;
    cudaMalloc(&d, 400);
    EXPECT_EQ(cudaMemcpyAsync(d, p, 400, cudaMemcpyHostToDevice, nullptr), cudaSuccess);
    int back = 0;
    EXPECT_EQ(cudaMemcpy(&back, d + 99, 4, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT_EQ(back, 7);
    EXPECT_EQ(cudaFreeHost(p), cudaSuccess);
}

TEST(StreamsAndEvents, KeepTheirOrder)
{
    cudaStream_t stream = nullptr;
    cudaEvent_t start = nullptr, end = nullptr;
    ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
    ASSERT_EQ(cudaEventCreate(&start), cudaSuccess);
    ASSERT_EQ(cudaEventCreate(&end), cudaSuccess);
    float ms = -1;
    EXPECT_EQ(cudaEventElapsedTime(&ms, start, end), cudaErrorInvalidResourceHandle);
    EXPECT_EQ(cudaEventRecord(start, stream), cudaSuccess);
    EXPECT_EQ(cudaEventRecord(end, stream), cudaSuccess);
    EXPECT_EQ(cudaEventSynchronize(end), cudaSuccess);
    EXPECT_EQ(cudaEventElapsedTime(&ms, start, end), cudaSuccess);
    EXPECT_GE(ms, 0);
    EXPECT_EQ(cudaStreamWaitEvent(stream, end, 0), cudaSuccess);
    EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
    EXPECT_EQ(cudaEventDestroy(start), cudaSuccess);
    EXPECT_EQ(cudaEventDestroy(end), cudaSuccess);
    EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
    cudaGetLastError();
}

TEST(Device, Properties)
{
    cudaDeviceProp p;
    ASSERT_EQ(cudaGetDeviceProperties(&p, 0), cudaSuccess);
    EXPECT_STREQ(p.name, "CUDA emulator (CPU)");
    EXPECT_EQ(p.warpSize, 32);
    EXPECT_EQ(p.maxThreadsPerBlock, 1024);
    EXPECT_EQ(p.sharedMemPerBlock, 49152u);
    EXPECT_EQ(cudaGetDeviceProperties(&p, 1), cudaErrorInvalidDevice);
    EXPECT_EQ(cudaSetDevice(1), cudaErrorInvalidDevice);
    cudaGetLastError();
}

TEST(Errors, HaveCudasNamesAndTexts)
{
    EXPECT_STREQ(cudaGetErrorName(cudaErrorIllegalAddress), "cudaErrorIllegalAddress");
    EXPECT_STREQ(cudaGetErrorString(cudaErrorIllegalAddress), "an illegal memory access was encountered");
    EXPECT_STREQ(cudaGetErrorString(cudaSuccess), "no error");
    EXPECT_EQ(int(cudaErrorNoKernelImageForDevice), 209);
}

TEST(Errors, OfAKernelAreSticky)
{
    cases::run("null_pointer");  // resets the device afterwards
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
}
