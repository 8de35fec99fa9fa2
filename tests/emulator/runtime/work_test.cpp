// What the host asked for, and what of it can be done at once.
#include "cuda_runtime.h"
#include "emulator.h"

#include <gtest/gtest.h>

#include <functional>
#include <vector>

namespace {

constexpr std::size_t kBytes = 4096;

class Work : public testing::Test {
protected:
    Work()
    {
        cudaMalloc(&device, kBytes);
        cudaMallocHost(&pinned, kBytes);
        cudaStreamCreate(&s);
        cudaStreamCreate(&t);
        cudaStreamCreateWithFlags(&independent, cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
        emu::take_work_counters();
    }
    ~Work() override
    {
        cudaEventDestroy(event);
        cudaStreamDestroy(independent);
        cudaStreamDestroy(t);
        cudaStreamDestroy(s);
        cudaFreeHost(pinned);
        cudaFree(device);
        EXPECT_EQ(cudaGetLastError(), cudaSuccess);
    }

    void upload(cudaStream_t stream) const
    {
        EXPECT_EQ(cudaMemcpyAsync(device, pinned, kBytes, cudaMemcpyHostToDevice, stream), cudaSuccess);
    }
    void fill(cudaStream_t stream) const
    {
        EXPECT_EQ(cudaMemsetAsync(device, 0, kBytes, stream), cudaSuccess);
    }
    void wait_for_event_of(cudaStream_t earlier, cudaStream_t later) const
    {
        EXPECT_EQ(cudaEventRecord(event, earlier), cudaSuccess);
        EXPECT_EQ(cudaStreamWaitEvent(later, event, 0), cudaSuccess);
    }
    cudaGraphExec_t record(cudaStream_t first, const std::function<void()>& calls) const
    {
        cudaGraph_t graph = nullptr;
        cudaGraphExec_t ready = nullptr;
        EXPECT_EQ(cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal), cudaSuccess);
        calls();
        EXPECT_EQ(cudaStreamEndCapture(first, &graph), cudaSuccess);
        EXPECT_EQ(cudaGraphInstantiate(&ready, graph, 0), cudaSuccess);
        EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
        return ready;
    }
    static uint64_t chain() { return emu::take_work_counters().longest_chain; }

    void* device = nullptr;
    void* pinned = nullptr;
    cudaStream_t s = nullptr, t = nullptr, independent = nullptr;
    cudaEvent_t event = nullptr;
};

TEST_F(Work, OneStreamIsAChain)
{
    for (int i = 0; i < 3; ++i)
        upload(s);
    fill(s);
    const emu::WorkCounters counted = emu::take_work_counters();
    EXPECT_EQ(counted.longest_chain, 4u);
    EXPECT_EQ(counted.operations, 4u);
    EXPECT_EQ(counted.streams, 1u);
    EXPECT_EQ(counted.host_waits, 0u);
    EXPECT_EQ(emu::take_work_counters().operations, 0u);
    EXPECT_EQ(chain(), 0u);
}

TEST_F(Work, TwoStreamsAreTwo)
{
    upload(s);
    upload(t);
    upload(s);
    const emu::WorkCounters counted = emu::take_work_counters();
    EXPECT_EQ(counted.longest_chain, 2u);
    EXPECT_EQ(counted.operations, 3u);
    EXPECT_EQ(counted.streams, 2u);
}

TEST_F(Work, AnEventOrdersWhatComesBehindIt)
{
    upload(s);
    wait_for_event_of(s, t);
    upload(s);
    upload(t);
    EXPECT_EQ(chain(), 2u);
    upload(s);
    upload(s);
    wait_for_event_of(s, t);
    upload(t);
    EXPECT_EQ(chain(), 3u);
}

TEST_F(Work, TheDefaultStreamComesBetween)
{
    upload(s);
    upload(nullptr);
    upload(t);
    EXPECT_EQ(chain(), 3u);
    upload(s);
    EXPECT_EQ(cudaEventRecord(event, nullptr), cudaSuccess);  // no operation, but it comes between, too
    upload(t);
    EXPECT_EQ(chain(), 2u);
    upload(independent);
    upload(nullptr);
    upload(independent);
    EXPECT_EQ(chain(), 2u);
    upload(s);
    wait_for_event_of(s, independent);
    upload(independent);
    wait_for_event_of(independent, t);
    upload(nullptr);
    EXPECT_EQ(chain(), 3u);
}

TEST_F(Work, TheHostOrdersByWaiting)
{
    for (const auto& wait : std::vector<std::function<void()>>{
             [&] { cudaStreamSynchronize(s); }, [&] { cudaDeviceSynchronize(); },
             [&] { cudaEventRecord(event, s), cudaEventSynchronize(event); }}) {
        upload(s);
        wait();
        wait();
        upload(t);
        wait();
        const emu::WorkCounters counted = emu::take_work_counters();
        EXPECT_EQ(counted.longest_chain, 2u);
        EXPECT_EQ(counted.host_waits, 1u);
    }
    upload(s);
    cudaStreamSynchronize(t);
    upload(t);
    const emu::WorkCounters counted = emu::take_work_counters();
    EXPECT_EQ(counted.longest_chain, 1u);
    EXPECT_EQ(counted.host_waits, 0u);
}

TEST_F(Work, SynchronousCopiesMakeTheHostWait)
{
    upload(independent);
    cudaMemcpy(device, pinned, kBytes, cudaMemcpyHostToDevice);
    upload(independent);
    const emu::WorkCounters counted = emu::take_work_counters();
    EXPECT_EQ(counted.longest_chain, 2u);
    EXPECT_EQ(counted.host_waits, 1u);
    EXPECT_EQ(counted.pinned.synchronous, 1u);
    EXPECT_EQ(counted.pinned.asynchronous, 2u);
    EXPECT_EQ(counted.pinned.bytes, 3 * kBytes);
}

TEST_F(Work, FillsAndCopiesWithinTheDeviceDoNotMakeTheHostWait)
{
    cudaMemset(device, 0, kBytes);
    cudaMemcpy(device, static_cast<char*>(device) + kBytes / 2, kBytes / 2, cudaMemcpyDeviceToDevice);
    upload(independent);
    const emu::WorkCounters counted = emu::take_work_counters();
    EXPECT_EQ(counted.operations, 3u);
    EXPECT_EQ(counted.longest_chain, 2u);
    EXPECT_EQ(counted.host_waits, 0u);
    EXPECT_EQ(counted.pageable.synchronous + counted.pinned.synchronous, 0u);
}

TEST_F(Work, AsynchronousCopiesOfPageableMemoryMakeTheHostWait)
{
    std::vector<char> host(kBytes);
    const auto copy_in_both = [&] {
        cudaMemcpyAsync(host.data(), device, kBytes / 2, cudaMemcpyDeviceToHost, s);
        cudaMemcpyAsync(host.data() + kBytes / 2, device, kBytes / 2, cudaMemcpyDefault, t);
        return emu::take_work_counters();
    };
    upload(s);
    cudaDeviceSynchronize();
    emu::WorkCounters counted = copy_in_both();
    EXPECT_EQ(counted.pageable.asynchronous, 2u);
    EXPECT_EQ(counted.pageable.bytes, kBytes);
    EXPECT_EQ(counted.longest_chain, 3u);
    EXPECT_EQ(counted.host_waits, 2u);

    cudaHostRegister(host.data(), kBytes, cudaHostRegisterDefault);
    counted = copy_in_both();
    EXPECT_EQ(counted.pinned.asynchronous, 2u);
    EXPECT_EQ(counted.longest_chain, 1u);
    cudaHostUnregister(host.data());
    EXPECT_EQ(copy_in_both().pageable.asynchronous, 2u);
}

TEST_F(Work, RowsAndSlicesAreOneCopy)
{
    cudaMemcpy2D(device, 64, pinned, 64, 32, 16, cudaMemcpyHostToDevice);
    cudaMemcpy2DAsync(device, 64, pinned, 64, 32, 16, cudaMemcpyHostToDevice, s);
    cudaMemset2D(device, 64, 0, 32, 16);
    cudaMemcpy3DParms box = {};
    box.srcPtr = {pinned, 64, 64, 4};
    box.dstPtr = {device, 64, 64, 4};
    box.extent = {64, 4, 2};
    box.kind = cudaMemcpyHostToDevice;
    cudaMemcpy3D(&box);
    cudaMemcpy3DAsync(&box, s);
    cudaMemset3D(box.dstPtr, 0, box.extent);
    const emu::WorkCounters counted = emu::take_work_counters();
    EXPECT_EQ(counted.operations, 6u);
    EXPECT_EQ(counted.pinned.synchronous, 2u);
    EXPECT_EQ(counted.pinned.asynchronous, 2u);
    EXPECT_EQ(counted.pinned.bytes, 2 * 32 * 16 + 2 * 64 * 4 * 2u);
}

TEST_F(Work, AGraphKeepsTheOrderOfItsStreams)
{
    // s: two copies, one of which t waits for; then both meet again.
    const cudaGraphExec_t graph = record(s, [&] {
        upload(s);
        wait_for_event_of(s, t);
        upload(s);
        fill(t);
        fill(t);
        wait_for_event_of(t, s);
        upload(s);
    });
    EXPECT_EQ(emu::take_work_counters().operations, 0u);

    EXPECT_EQ(cudaGraphLaunch(graph, s), cudaSuccess);
    upload(independent);
    emu::WorkCounters counted = emu::take_work_counters();
    EXPECT_EQ(counted.graph_launches, 1u);
    EXPECT_EQ(counted.operations, 6u);
    EXPECT_EQ(counted.longest_chain, 4u);
    EXPECT_EQ(counted.streams, 2u);
    EXPECT_EQ(counted.pinned.asynchronous, 4u);

    upload(t);
    EXPECT_EQ(cudaGraphLaunch(graph, t), cudaSuccess);
    EXPECT_EQ(cudaGraphLaunch(graph, independent), cudaSuccess);  // waits for the same graph's launch before
    EXPECT_EQ(chain(), 9u);
    EXPECT_EQ(cudaGraphExecDestroy(graph), cudaSuccess);
}

TEST_F(Work, CapturingAsksForNothing)
{
    upload(s);
    const cudaGraphExec_t graph = record(t, [&] { upload(t); });
    upload(t);
    EXPECT_EQ(chain(), 1u);
    EXPECT_EQ(cudaGraphExecDestroy(graph), cudaSuccess);
}

}  // namespace
