// SIMD intrinsics and DPX functions against references that take one lane after the other.
#include "cases.h"
#include "check.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

namespace {

// X(name without 2 or 4, the lanes' sign, the lane of the result from those of a and b; `low` and `high` are the
// least and the greatest value of a lane)
#define LANE_FUNCTIONS(X)                                \
    X(__vadd, u, a + b)                                  \
    X(__vaddss, s, std::min(std::max(a + b, low), high)) \
    X(__vaddus, u, std::min(a + b, high))                \
    X(__vsub, u, a - b)                                  \
    X(__vsubss, s, std::min(std::max(a - b, low), high)) \
    X(__vsubus, u, std::max(a - b, low))                 \
    X(__vabsdiffs, s, std::abs(a - b))                   \
    X(__vabsdiffu, u, std::abs(a - b))                   \
    X(__vavgs, s, (a + b) / 2 + (a + b) % 2)             \
    X(__vavgu, u, (a + b + 1) / 2)                       \
    X(__vhaddu, u, (a + b) / 2)                          \
    X(__vmins, s, std::min(a, b))                        \
    X(__vminu, u, std::min(a, b))                        \
    X(__vmaxs, s, std::max(a, b))                        \
    X(__vmaxu, u, std::max(a, b))                        \
    X(__vseteq, u, a == b ? 1 : 0)                       \
    X(__vsetne, u, a != b ? 1 : 0)                       \
    X(__vsetlts, s, a < b ? 1 : 0)                       \
    X(__vsetltu, u, a < b ? 1 : 0)                       \
    X(__vsetles, s, a <= b ? 1 : 0)                      \
    X(__vsetleu, u, a <= b ? 1 : 0)                      \
    X(__vsetgts, s, a > b ? 1 : 0)                       \
    X(__vsetgtu, u, a > b ? 1 : 0)                       \
    X(__vsetges, s, a >= b ? 1 : 0)                      \
    X(__vsetgeu, u, a >= b ? 1 : 0)                      \
    X(__vcmpeq, u, a == b ? -1 : 0)                      \
    X(__vcmpne, u, a != b ? -1 : 0)                      \
    X(__vcmplts, s, a < b ? -1 : 0)                      \
    X(__vcmpltu, u, a < b ? -1 : 0)                      \
    X(__vcmples, s, a <= b ? -1 : 0)                     \
    X(__vcmpleu, u, a <= b ? -1 : 0)                     \
    X(__vcmpgts, s, a > b ? -1 : 0)                      \
    X(__vcmpgtu, u, a > b ? -1 : 0)                      \
    X(__vcmpges, s, a >= b ? -1 : 0)                     \
    X(__vcmpgeu, u, a >= b ? -1 : 0)
#define FUNCTIONS_OF_ONE_WORD(X)                \
    X(__vabs, s, std::abs(a))                   \
    X(__vabsss, s, std::min(std::abs(a), high)) \
    X(__vneg, s, -a)                            \
    X(__vnegss, s, std::min(-a, high))
// X(name, the type of the lane, the lane of the result from those of a, b and c)
#define DPX_FUNCTIONS(X)                                                                     \
    X(__vimin3_s32, int32_t, std::min({a, b, c}))                                            \
    X(__vimin3_u32, uint32_t, std::min({a, b, c}))                                           \
    X(__vimin3_s16x2, int16_t, std::min({a, b, c}))                                          \
    X(__vimin3_u16x2, uint16_t, std::min({a, b, c}))                                         \
    X(__vimax3_s32, int32_t, std::max({a, b, c}))                                            \
    X(__vimax3_u32, uint32_t, std::max({a, b, c}))                                           \
    X(__vimax3_s16x2, int16_t, std::max({a, b, c}))                                          \
    X(__vimax3_u16x2, uint16_t, std::max({a, b, c}))                                         \
    X(__vimin3_s32_relu, int32_t, std::max(std::min({a, b, c}), kZero))                      \
    X(__vimin3_s16x2_relu, int16_t, std::max(std::min({a, b, c}), kZero))                    \
    X(__vimax3_s32_relu, int32_t, std::max({a, b, c, kZero}))                                \
    X(__vimax3_s16x2_relu, int16_t, std::max({a, b, c, kZero}))                              \
    X(__viaddmin_s32, int32_t, std::min(wrapped<int32_t>(a + b), c))                         \
    X(__viaddmin_u32, uint32_t, std::min(wrapped<uint32_t>(a + b), c))                       \
    X(__viaddmin_s16x2, int16_t, std::min(wrapped<int16_t>(a + b), c))                       \
    X(__viaddmin_u16x2, uint16_t, std::min(wrapped<uint16_t>(a + b), c))                     \
    X(__viaddmax_s32, int32_t, std::max(wrapped<int32_t>(a + b), c))                         \
    X(__viaddmax_u32, uint32_t, std::max(wrapped<uint32_t>(a + b), c))                       \
    X(__viaddmax_s16x2, int16_t, std::max(wrapped<int16_t>(a + b), c))                       \
    X(__viaddmax_u16x2, uint16_t, std::max(wrapped<uint16_t>(a + b), c))                     \
    X(__viaddmin_s32_relu, int32_t, std::max(std::min(wrapped<int32_t>(a + b), c), kZero))   \
    X(__viaddmin_s16x2_relu, int16_t, std::max(std::min(wrapped<int16_t>(a + b), c), kZero)) \
    X(__viaddmax_s32_relu, int32_t, std::max({wrapped<int32_t>(a + b), c, kZero}))           \
    X(__viaddmax_s16x2_relu, int16_t, std::max({wrapped<int16_t>(a + b), c, kZero}))

#define COUNT_2(...) +2
#define COUNT_1(...) +1
constexpr int kSums = 4;    // __vsads2 and kin
constexpr int kRelu = 4;    // __vimin_s32_relu and kin
constexpr int kWhich = 12;  // __vibmin_s32 and kin, with their flags
constexpr int kFunctions =
    0 LANE_FUNCTIONS(COUNT_2) FUNCTIONS_OF_ONE_WORD(COUNT_2) DPX_FUNCTIONS(COUNT_1) + kSums + kRelu + kWhich;

// results is (words, kFunctions).
__global__ void all_functions(const unsigned* words_a, const unsigned* words_b, const unsigned* words_c,
                              int words, unsigned* results)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= words)
        return;
    const unsigned a = words_a[i], b = words_b[i], c = words_c[i];
    unsigned* out = results + i * kFunctions;
#define CALL(name, sign, lane) \
    *out++ = name##2(a, b);    \
    *out++ = name##4(a, b);
    LANE_FUNCTIONS(CALL)
#undef CALL
#define CALL(name, sign, lane) \
    *out++ = name##2(a);       \
    *out++ = name##4(a);
    FUNCTIONS_OF_ONE_WORD(CALL)
#undef CALL
#define CALL(name, Lane, lane) *out++ = unsigned(name(a, b, c));
    DPX_FUNCTIONS(CALL)
#undef CALL
    *out++ = __vsads2(a, b);
    *out++ = __vsads4(a, b);
    *out++ = __vsadu2(a, b);
    *out++ = __vsadu4(a, b);
    *out++ = unsigned(__vimin_s32_relu(int(a), int(b)));
    *out++ = __vimin_s16x2_relu(a, b);
    *out++ = unsigned(__vimax_s32_relu(int(a), int(b)));
    *out++ = __vimax_s16x2_relu(a, b);
    bool high = false, low = false;
    *out++ = unsigned(__vibmin_s32(int(a), int(b), &low));
    *out++ = low;
    *out++ = __vibmax_u32(a, b, &low);
    *out++ = low;
    *out++ = __vibmin_s16x2(a, b, &high, &low);
    *out++ = high * 2 + low;
    *out++ = __vibmax_s16x2(a, b, &high, &low);
    *out++ = high * 2 + low;
    *out++ = __vibmin_u16x2(a, b, &high, &low);
    *out++ = high * 2 + low;
    *out++ = __vibmax_u16x2(a, b, &high, &low);
    *out++ = high * 2 + low;
}

template <class Lane>
long long wrapped(long long value)
{
    return Lane(value);
}

template <class Lane>
struct Lanes {
    Lane at[4 / sizeof(Lane)];

    explicit Lanes(unsigned word) { std::memcpy(at, &word, 4); }
};

constexpr long long kZero = 0;

// The word whose lanes are f of the lanes of a, b and c.
template <class Lane, class F>
unsigned lane_by_lane(unsigned a, unsigned b, unsigned c, F f)
{
    const Lanes<Lane> as(a), bs(b), cs(c);
    Lanes<Lane> result(0);
    for (std::size_t lane = 0; lane < 4 / sizeof(Lane); ++lane)
        result.at[lane] = Lane(f((long long)as.at[lane], (long long)bs.at[lane], (long long)cs.at[lane]));
    unsigned word = 0;
    std::memcpy(&word, result.at, 4);
    return word;
}

template <class Lane>
unsigned sum_of_differences(unsigned a, unsigned b)
{
    const Lanes<Lane> as(a), bs(b);
    long long sum = 0;
    for (std::size_t lane = 0; lane < 4 / sizeof(Lane); ++lane)
        sum += std::abs((long long)as.at[lane] - bs.at[lane]);
    return unsigned(sum);
}

using s16 = int16_t;
using s8 = int8_t;
using u16 = uint16_t;
using u8 = uint8_t;

std::vector<unsigned> references(unsigned a, unsigned b, unsigned c)
{
    std::vector<unsigned> all;
    const auto add = [&](unsigned word) { all.push_back(word); };
#define LANE_BY_LANE(Lane, result)                                                           \
    add(lane_by_lane<Lane>(a, b, c, [](long long a, long long b, long long c) -> long long { \
        [[maybe_unused]] constexpr long long low = std::numeric_limits<Lane>::min();         \
        [[maybe_unused]] constexpr long long high = std::numeric_limits<Lane>::max();        \
        (void)a, (void)b, (void)c;                                                           \
        return result;                                                                       \
    }));
#define BOTH(name, sign, result)   \
    LANE_BY_LANE(sign##16, result) \
    LANE_BY_LANE(sign##8, result)
    LANE_FUNCTIONS(BOTH)
    FUNCTIONS_OF_ONE_WORD(BOTH)
#define ONE(name, Lane, result) LANE_BY_LANE(Lane, result)
    DPX_FUNCTIONS(ONE)
    add(sum_of_differences<s16>(a, b));
    add(sum_of_differences<s8>(a, b));
    add(sum_of_differences<u16>(a, b));
    add(sum_of_differences<u8>(a, b));
    LANE_BY_LANE(int32_t, std::max(std::min(a, b), kZero))
    LANE_BY_LANE(s16, std::max(std::min(a, b), kZero))
    LANE_BY_LANE(int32_t, std::max({a, b, kZero}))
    LANE_BY_LANE(s16, std::max({a, b, kZero}))
    LANE_BY_LANE(int32_t, std::min(a, b))
    add(int(a) <= int(b));
    LANE_BY_LANE(uint32_t, std::max(a, b))
    add(a >= b);
    LANE_BY_LANE(s16, std::min(a, b))
    add((s16(a >> 16) <= s16(b >> 16)) * 2 + (s16(a) <= s16(b)));
    LANE_BY_LANE(s16, std::max(a, b))
    add((s16(a >> 16) >= s16(b >> 16)) * 2 + (s16(a) >= s16(b)));
    LANE_BY_LANE(u16, std::min(a, b))
    add((u16(a >> 16) <= u16(b >> 16)) * 2 + (u16(a) <= u16(b)));
    LANE_BY_LANE(u16, std::max(a, b))
    add((u16(a >> 16) >= u16(b >> 16)) * 2 + (u16(a) >= u16(b)));
    return all;
}

SURFACE_CASE(simd_intrinsics)
{
    const unsigned edges[] = {0,          1,          0x7f,       0x80,       0xff,
                              0x7fff,     0x8000,     0x8080,     0xffff,     0x7f80ff01,
                              0x8000ffff, 0x7fffffff, 0x80000000, 0xfffe8180, 0x7f7f7f7f,
                              0x80808080, 0x01010101, 0x00010001, 0x80008000, ~0u};
    std::vector<unsigned> a, b, c;
    std::mt19937 random(1);
    for (const unsigned x : edges)
        for (const unsigned y : edges) {
            a.push_back(x);
            b.push_back(y);
            c.push_back(edges[random() % (sizeof edges / sizeof *edges)]);
        }
    for (int i = 0; i < 600; ++i) {
        a.push_back(unsigned(random()));
        b.push_back(i % 3 ? unsigned(random()) : a.back() ^ 1u << random() % 32);
        c.push_back(unsigned(random()));
    }
    const int words = int(a.size());

    unsigned *d_a = nullptr, *d_b = nullptr, *d_c = nullptr, *d_results = nullptr;
    for (unsigned** array : {&d_a, &d_b, &d_c})
        cudaMalloc(array, words * sizeof **array);
    cudaMalloc(&d_results, std::size_t(words) * kFunctions * sizeof *d_results);
    cudaMemcpy(d_a, a.data(), words * sizeof a[0], cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, b.data(), words * sizeof b[0], cudaMemcpyHostToDevice);
    cudaMemcpy(d_c, c.data(), words * sizeof c[0], cudaMemcpyHostToDevice);
    all_functions<<<(words + 127) / 128, 128>>>(d_a, d_b, d_c, words, d_results);
    std::vector<unsigned> results(std::size_t(words) * kFunctions);
    CHECK_HOST(cudaMemcpy(results.data(), d_results, results.size() * sizeof results[0],
                          cudaMemcpyDeviceToHost) == cudaSuccess);
    for (unsigned* array : {d_a, d_b, d_c, d_results})
        cudaFree(array);

    for (int i = 0; i < words; ++i) {
        const std::vector<unsigned> wanted = references(a[i], b[i], c[i]);
        CHECK_HOST(int(wanted.size()) == kFunctions);
        for (int f = 0; f < kFunctions; ++f)
            if (results[std::size_t(i) * kFunctions + f] != wanted[f]) {
                std::printf("function %d of %08x, %08x, %08x is %08x, not %08x\n", f, a[i], b[i], c[i],
                            results[std::size_t(i) * kFunctions + f], wanted[f]);
                return __LINE__;
            }
    }
    return 0;
}

// The examples that CUDA's documentation would give.
__global__ void simd_examples()
{
    CHECK(__vadd4(0xff01807f, 0x01018001) == 0x00020080);
    CHECK(__vaddus2(0xffff0001, 0x00010001) == 0xffff0002);
    CHECK(__vabsdiffu4(0x05000aff, 0x03010bff) == 0x02010100);
    CHECK(__vcmpeq4(0x01020304, 0x01ff03ff) == 0xff00ff00);
    CHECK(__vavgs2(0xfffd0003, 0) == 0xfffe0002);
    CHECK(__vsadu4(0x01020304, 0) == 10 && __vsads4(0xff010000, 0) == 2);
    CHECK(__vabs2(0x8000ffff) == 0x80000001 && __vabsss2(0x8000ffff) == 0x7fff0001);
}

SURFACE_CASE(simd_examples)
{
    simd_examples<<<1, 1>>>();
    return take_failed_line();
}

}  // namespace
