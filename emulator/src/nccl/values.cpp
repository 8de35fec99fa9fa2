#include "nccl/values.h"

#include "cuda_emulator/small_float.h"

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace emu {
namespace {

// A number of 16 bits, which computes in float and rounds each result.
template <class Format>
struct Small {
    uint16_t bits = 0;

    Small() = default;
    explicit Small(float value) : bits(Format::bits(value, Rounding::nearest)) {}
    operator float() const { return Format::value(bits); }
};

template <class T>
constexpr bool kIsInteger = std::is_integral_v<T>;

// In which 1 / ranks is computed.
template <class T>
using Exact = std::conditional_t<std::is_same_v<T, double>, double, float>;

template <class T>
T combined(T a, T b, ncclRedOp_t op)
{
    // Integers wrap around.
    if constexpr (kIsInteger<T>) {
        const auto x = uint64_t(a), y = uint64_t(b);
        if (op == ncclSum || op == ncclAvg)
            return T(x + y);
        if (op == ncclProd)
            return T(x * y);
    } else {
        if (op == ncclSum || op == ncclAvg)
            return T(a + b);
        if (op == ncclProd)
            return T(a * b);
    }
    return (op == ncclMax) == (a < b) ? b : a;
}

template <class T>
std::vector<char> reduce(const std::vector<const char*>& of_rank, std::size_t count, ncclRedOp_t op)
{
    std::vector<char> result(count * sizeof(T));
    const auto ranks = of_rank.size();
    for (std::size_t i = 0; i < count; ++i) {
        const auto value_of = [&](std::size_t rank) {
            T value;
            std::memcpy(&value, of_rank[rank] + i * sizeof(T), sizeof value);
            if constexpr (!kIsInteger<T>)
                if (op == ncclAvg)
                    return T(value * T(1 / Exact<T>(ranks)));
            return value;
        };
        T all = value_of(0);
        for (std::size_t rank = 1; rank < ranks; ++rank)
            all = combined(all, value_of(rank), op);
        if constexpr (kIsInteger<T>)
            if (op == ncclAvg)
                all = T(all / T(ranks));
        std::memcpy(result.data() + i * sizeof(T), &all, sizeof all);
    }
    return result;
}

}  // namespace

std::size_t bytes_of(ncclDataType_t type)
{
    constexpr std::size_t kBytes[] = {1, 1, 4, 4, 8, 8, 2, 4, 8, 2};
    return std::size_t(type) < std::size(kBytes) ? kBytes[type] : 0;
}

std::string name_of(ncclDataType_t type)
{
    constexpr const char* kNames[] = {"ncclInt8",    "ncclUint8",   "ncclInt32",   "ncclUint32",
                                      "ncclInt64",   "ncclUint64",  "ncclFloat16", "ncclFloat32",
                                      "ncclFloat64", "ncclBfloat16"};
    return std::size_t(type) < std::size(kNames) ? kNames[type] : "the type " + std::to_string(int(type));
}

bool is_valid(ncclRedOp_t op)
{
    return int(op) >= 0 && op < ncclNumOps;
}

std::string name_of(ncclRedOp_t op)
{
    constexpr const char* kNames[] = {"ncclSum", "ncclProd", "ncclMax", "ncclMin", "ncclAvg"};
    return is_valid(op) ? kNames[op] : "the operation " + std::to_string(int(op));
}

std::vector<char> reduced(const std::vector<const char*>& of_rank, std::size_t count, ncclDataType_t type,
                          ncclRedOp_t op)
{
    switch (type) {
        case ncclInt8:
            return reduce<int8_t>(of_rank, count, op);
        case ncclUint8:
            return reduce<uint8_t>(of_rank, count, op);
        case ncclInt32:
            return reduce<int32_t>(of_rank, count, op);
        case ncclUint32:
            return reduce<uint32_t>(of_rank, count, op);
        case ncclInt64:
            return reduce<int64_t>(of_rank, count, op);
        case ncclUint64:
            return reduce<uint64_t>(of_rank, count, op);
        case ncclFloat16:
            return reduce<Small<HalfFormat>>(of_rank, count, op);
        case ncclBfloat16:
            return reduce<Small<Bfloat16Format>>(of_rank, count, op);
        case ncclFloat32:
            return reduce<float>(of_rank, count, op);
        default:
            return reduce<double>(of_rank, count, op);
    }
}

}  // namespace emu
