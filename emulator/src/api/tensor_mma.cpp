#include "cuda_emulator/tensor.h"
#include "execution/lanes.h"
#include "execution/tensor_call.h"
#include "tensor/layout.h"
#include "tensor/multiply.h"

#include <cstring>

namespace emu {
namespace {

struct MmaCall : TensorCall {
    MmaType type;
    void* d;
    const void *a, *b, *c;
};

constexpr int kMostElements = 512;  // of a: 16 x 32

TensorType type_of(const MmaType& type, TensorUse use)
{
    return use == TensorUse::a ? type.a : use == TensorUse::b ? type.b : type.c;
}

int columns_of(const MmaType& type, TensorUse use)
{
    return use == TensorUse::a ? type.k : type.n;
}

// Collects an operand from the lanes. Those of a lane that an error has ended are 0.
void gather(TensorCall* const* lanes, const MmaType& type, TensorUse use, uint64_t* matrix)
{
    const auto bytes = std::size_t(bytes_of(type_of(type, use)));
    const int count = elements_of(type, use), columns = columns_of(type, use);
    for (int lane = 0; lane < kLanes; ++lane)
        for (int i = 0; i < count; ++i) {
            const Element at = element_of(type, use, lane, i);
            uint64_t& bits = matrix[at.row * columns + at.column];
            bits = 0;
            if (!lanes[lane])
                continue;
            const auto& call = static_cast<const MmaCall&>(*lanes[lane]);
            const void* from = use == TensorUse::a ? call.a : use == TensorUse::b ? call.b : call.c;
            std::memcpy(&bits, static_cast<const char*>(from) + std::size_t(i) * bytes, bytes);
        }
}

bool run_mma(TensorCall* const* lanes, const Warp&, const Place&)
{
    int first = 0;
    while (!lanes[first])
        ++first;
    const MmaType type = static_cast<const MmaCall&>(*lanes[first]).type;
    uint64_t a[kMostElements], b[kMostElements], c[kMostElements], d[kMostElements];
    gather(lanes, type, TensorUse::a, a);
    gather(lanes, type, TensorUse::b, b);
    gather(lanes, type, TensorUse::accumulator, c);
    multiply(type, d, a, b, c);
    const auto bytes = std::size_t(bytes_of(type.c));
    for (int lane = first; lane < kLanes; ++lane)
        for (int i = 0; lanes[lane] && i < elements_of(type, TensorUse::accumulator); ++i) {
            const Element at = element_of(type, TensorUse::accumulator, lane, i);
            std::memcpy(static_cast<char*>(static_cast<MmaCall&>(*lanes[lane]).d) + std::size_t(i) * bytes,
                        &d[at.row * type.n + at.column], bytes);
        }
    return true;
}

}  // namespace

void mma(const MmaType& type, void* d, const void* a, const void* b, const void* c, Place place)
{
    MmaCall call{{"mma.sync", true, nullptr, 0, run_mma}, type, d, a, b, c};
    const short common[] = {short(type.a), short(type.b), short(type.c),       type.m,
                            type.n,        type.k,        short(type.saturate)};
    call.common = common;
    call.common_bytes = sizeof common;
    make_tensor_call(call, place);
}

}  // namespace emu
