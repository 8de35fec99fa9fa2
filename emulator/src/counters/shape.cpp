#include "counters/shape.h"

namespace emu {
namespace {

// A place in the code has one entry, which other places may take over.
constexpr int kShapesLog2 = 8;
Shape shapes[1 << kShapesLog2];

bool has(const Shape& shape, const Warp& warp, uint32_t lanes, uintptr_t base)
{
    uintptr_t differs = 0;
    if (lanes == ~0u) {  // a loop that the compiler vectorises
        for (int lane = 0; lane < kLanes; ++lane)
            differs |= (warp.address[lane] - base) ^ shape.offset[lane];
    } else {
        for (uint32_t rest = lanes; rest; rest &= rest - 1) {
            const int lane = __builtin_ctz(rest);
            differs |= (warp.address[lane] - base) ^ shape.offset[lane];
        }
    }
    return differs == 0;
}

void take(Shape& shape, const Warp& warp, uint32_t lanes, uintptr_t base)
{
    intptr_t lowest = 0, highest = 0;
    uintptr_t all_bits = 0;
    for (uint32_t rest = lanes; rest; rest &= rest - 1) {
        const int lane = __builtin_ctz(rest);
        const uintptr_t offset = warp.address[lane] - base;
        shape.offset[lane] = offset;
        all_bits |= offset;
        lowest = intptr_t(offset) < lowest ? intptr_t(offset) : lowest;
        highest = intptr_t(offset) > highest ? intptr_t(offset) : highest;
    }
    shape.lanes = lanes;
    shape.lowest = uintptr_t(lowest);
    shape.highest = uintptr_t(highest);
    shape.all_bits = all_bits;
    shape.site = 0;
}

}  // namespace

Shape& find_shape(const Warp& warp, uint32_t lanes, uintptr_t pc)
{
    Shape& shape = shapes[(pc * 0x9E3779B97F4A7C15) >> (64 - kShapesLog2)];
    const uintptr_t base = warp.address[__builtin_ctz(lanes)];
    if (shape.pc != pc || shape.lanes != lanes || !has(shape, warp, lanes, base)) {
        shape.pc = pc;
        take(shape, warp, lanes, base);
    }
    return shape;
}

}  // namespace emu
