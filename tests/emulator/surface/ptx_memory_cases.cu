// Inline PTX: loads, stores, atomics, state spaces, asynchronous copies and instructions of a warp.
#include "cases.h"
#include "check.h"

namespace {

__device__ unsigned shared_address(const void* p)
{
    return unsigned(__cvta_generic_to_shared(p));
}

__global__ void accesses(unsigned* global)
{
    __shared__ alignas(16) unsigned s[128];
    extern __shared__ unsigned dynamic_words[];
    const unsigned t = threadIdx.x;
    unsigned a, b, c, d;
    asm volatile("st.shared.v4.u32 [%0], {%1, %2, %3, %4};" ::"r"(shared_address(s + 4 * t)), "r"(t),
                 "r"(t + 1), "r"(t + 2), "r"(t + 3)
                 : "memory");
    asm volatile("ld.shared.v2.u32 {%0, %1}, [%2+8];" : "=r"(a), "=r"(b) : "r"(shared_address(s + 4 * t)));
    CHECK(a == t + 2 && b == t + 3);
    asm volatile("st.volatile.shared.b32 [%0], %1; ld.volatile.shared.b32 %2, [%0];" ::"r"(
                     shared_address(dynamic_words + t)),
                 "r"(5 * t), "r"(0)
                 : "memory");
    CHECK(dynamic_words[t] == 5 * t);
    asm volatile("st.global.cg.v2.b32 [%0+128], {%1, 7};" ::"l"(global + 2 * t), "r"(t) : "memory");
    asm volatile("ld.global.L1::no_allocate.L2::128B.v2.u32 {%0, %1}, [%2];"
                 : "=r"(a), "=r"(b)
                 : "l"(global + 32 + 2 * t));
    CHECK(a == t && b == 7);
    asm volatile("ld.relaxed.gpu.global.u32 %0, [%1]; ld.acquire.gpu.global.u32 %0, [%1];"
                 : "=r"(c)
                 : "l"(global + 32 + 2 * t));
    asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(global + 32 + 2 * t), "r"(c + 1) : "memory");
    asm volatile("ld.u32 %0, [%1]; prefetch.global.L2 [%1];" : "=r"(d) : "l"(global + 32 + 2 * t));
    CHECK(d == t + 1);
    float f;
    asm volatile("ld.global.nc.f32 %0, [%1];" : "=f"(f) : "l"(global + 200));
    CHECK(f == 0);
    unsigned long long to, back;
    asm("cvta.to.shared.u64 %0, %2; cvta.shared.u64 %1, %0;" : "=l"(to), "=l"(back) : "l"(s + t));
    CHECK(to == shared_address(s + t) && back == (unsigned long long)(s + t));
    int shared, other;
    asm("{ .reg .pred p, q; isspacep.shared p, %2; isspacep.global q, %2; selp.s32 %0, 1, 0, p; selp.s32 %1, "
        "1, 0, q; }"
        : "=r"(shared), "=r"(other)
        : "l"(s + t));
    CHECK(shared == 1 && other == 0 && __isShared(s) && !__isGlobal(s) && __isGlobal(global));
}

__global__ void atomics(unsigned* global, unsigned long long* wide, float* sum)
{
    __shared__ unsigned count;
    const unsigned t = threadIdx.x;
    unsigned old;
    if (t == 0)
        count = 0;
    __syncthreads();
    asm volatile("atom.shared.add.u32 %0, [%1], 2;" : "=r"(old) : "r"(shared_address(&count)) : "memory");
    asm volatile("red.global.max.s32 [%0], %1;" ::"l"(global), "r"(t) : "memory");
    asm volatile("red.relaxed.gpu.global.add.f32 [%0], %1;" ::"l"(sum), "f"(0.5f) : "memory");
    asm volatile("atom.add.u32 %0, [%1], 1;" : "=r"(old) : "l"(global + 1) : "memory");
    asm volatile("atom.acq_rel.gpu.global.inc.u32 %0, [%1], 9;" : "=r"(old) : "l"(global + 2) : "memory");
    asm volatile("red.cta.global.or.b64 [%0], %1;" ::"l"(wide), "l"(1ull << t) : "memory");
    if (t == 0) {
        asm volatile("atom.global.cas.b32 %0, [%1], 0, 77;" : "=r"(old) : "l"(global + 3) : "memory");
        CHECK(old == 0);
        asm volatile("atom.exch.b64 %0, [%1], %2;"
                     : "=l"(*(unsigned long long*)(global + 6))
                     : "l"(wide + 1), "l"(55ull)
                     : "memory");
    }
    __syncthreads();
    CHECK(count == 64);
}

__global__ void ptx_copies(const unsigned* in)
{
    __shared__ alignas(16) unsigned s[3][128];
    const unsigned t = threadIdx.x;
    for (unsigned stage = 0; stage < 3; ++stage) {
        asm volatile(
            "cp.async.cg.shared.global.L2::128B [%0], [%1], 16;\n" ::"r"(shared_address(&s[stage][4 * t])),
            "l"(in + 128 * stage + 4 * t));
        asm volatile("cp.async.commit_group;\n" ::);
    }
    asm volatile("cp.async.wait_group %0;\n" ::"n"(2));
    __syncthreads();
    CHECK(s[0][127 - t] == 127 - t);
    asm volatile("cp.async.wait_group 0;\n" ::: "memory");
    __syncthreads();
    CHECK(s[2][127 - t] == 383 - t);
    // What is not read becomes 0.
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;" ::"r"(shared_address(&s[0][2 * t])),
                 "l"(in + 2 * t + 2), "r"(4));
    asm volatile("cp.async.wait_all;" ::: "memory");
    CHECK(s[0][2 * t] == 2 * t + 2 && s[0][2 * t + 1] == 0);
}

__global__ void warps()
{
    const unsigned lane = threadIdx.x;
    unsigned r, in_range;
    asm volatile("{ .reg .pred p; shfl.sync.down.b32 %0|p, %2, 2, 0x181f, 0xffffffff; selp.u32 %1, 1, 0, p; }"
                 : "=r"(r), "=r"(in_range)
                 : "r"(lane));
    CHECK(r == (lane % 8 < 6 ? lane + 2 : lane) && in_range == (lane % 8 < 6));
    asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, -1;" : "=r"(r) : "r"(lane * 2), "r"(31 - lane));
    CHECK(r == (31 - lane) * 2);
    asm volatile("{ .reg .pred p; shfl.sync.up.b32 %0|p, %1, 1, 0, -1; @p add.u32 %0, %0, %1; }"
                 : "=r"(r)
                 : "r"(lane));
    CHECK(r == (lane ? 2 * lane - 1 : 0));
    asm volatile("shfl.sync.bfly.b32 %0, %1, 16, 0x1f, %2;" : "=r"(r) : "r"(lane), "r"(kAll));
    CHECK(r == (lane ^ 16));
    int uniform;
    asm volatile(
        "{ .reg .pred p, q; setp.lt.u32 p, %2, 5; vote.sync.ballot.b32 %0, p, -1; vote.sync.uni.pred q, !p, "
        "-1;"
        " selp.s32 %1, 1, 0, q; }"
        : "=r"(r), "=r"(uniform)
        : "r"(lane));
    CHECK(r == 31 && uniform == 0);
    asm volatile("match.any.sync.b32 %0, %1, -1;" : "=r"(r) : "r"(lane / 4));
    CHECK(r == 15u << lane / 4 * 4);
    asm volatile("redux.sync.add.s32 %0, %1, -1;" : "=r"(r) : "r"(lane));
    CHECK(r == 496);
    unsigned leader;
    asm volatile("{ .reg .pred p; elect.sync %0|p, -1; selp.u32 %1, 1, 0, p; }" : "=r"(leader), "=r"(r));
    CHECK(__ballot_sync(kAll, r) == 1u << leader);
    asm volatile("activemask.b32 %0; bar.warp.sync -1; barrier.sync.aligned 0; fence.acq_rel.gpu; membar.cta;"
                 : "=r"(r));
    CHECK(r == kAll);
    asm volatile("{ .reg .pred p; setp.gt.u32 p, %1, 9; bar.red.popc.u32 %0, 0, p; }" : "=r"(r) : "r"(lane));
    CHECK(r == 22);
}

}  // namespace

SURFACE_CASE(ptx_memory)
{
    unsigned* memory = nullptr;
    cudaMalloc(&memory, 4096);
    cudaMemset(memory, 0, 4096);
    accesses<<<1, 32, 128>>>(memory);
    cudaFree(memory);
    return take_failed_line();
}

SURFACE_CASE(ptx_atomics)
{
    unsigned *memory = nullptr, found[12];
    cudaMalloc(&memory, sizeof found);
    cudaMemset(memory, 0, sizeof found);
    atomics<<<1, 32>>>(memory, (unsigned long long*)memory + 2, (float*)memory + 8);
    cudaMemcpy(found, memory, sizeof found, cudaMemcpyDeviceToHost);
    CHECK_HOST(found[0] == 31 && found[1] == 32 && found[2] == 2 && found[3] == 77);
    CHECK_HOST(found[4] == kAll && found[5] == 0 && found[6] == 0 && found[8] == 0x41800000);
    cudaFree(memory);
    return take_failed_line();
}

SURFACE_CASE(ptx_copies)
{
    unsigned in[384], *memory = nullptr;
    for (unsigned i = 0; i < 384; ++i)
        in[i] = i;
    cudaMalloc(&memory, sizeof in);
    cudaMemcpy(memory, in, sizeof in, cudaMemcpyHostToDevice);
    ptx_copies<<<1, 32>>>(memory);
    cudaFree(memory);
    return take_failed_line();
}

SURFACE_CASE(ptx_warps)
{
    warps<<<1, 32>>>();
    return take_failed_line();
}
