#include "tensor/layout.h"

namespace emu {
namespace {

// The lanes are groups of four. Lane l is number l % 4 of group l / 4.
struct InGroups {
    explicit InGroups(int lane) : group(lane / 4), number(lane % 4) {}
    int group, number;
};

// An operand whose rows (of a) or columns (of b) are `line` and whose other index is k.
struct Place2 {
    int line, k;
};

// Operand a of 16 lines: each 8 bytes of k of the lines 0 to 7 are followed by those of 8 to 15.
Place2 place_in_a(TensorType type, int lane, int i)
{
    const InGroups at(lane);
    const int per_word = 4 / bytes_of(type);  // elements of a register
    if (type == TensorType::f64)
        return {at.group, at.number};
    const int word = i / per_word;
    return {at.group + word % 2 * 8, at.number * per_word + i % per_word + word / 2 * 4 * per_word};
}

Place2 place_in_b(TensorType type, int lane, int i)
{
    const InGroups at(lane);
    if (type == TensorType::f64)
        return {at.group, at.number};
    const int per_word = 4 / bytes_of(type);
    return {at.group, at.number * per_word + i % per_word + i / per_word * 4 * per_word};
}

Element place_in_accumulator(int lane, int i)
{
    const InGroups at(lane);
    return {at.group + i / 2 * 8, at.number * 2 + i % 2};
}

// A fragment of 8 x 32 is computed as its transpose: b is operand a of the instruction, and a is operand b.
bool is_transposed(const FragmentType& type)
{
    return type.m == 8 && type.n == 32;
}

}  // namespace

Element element_of(const MmaType& type, TensorUse use, int lane, int i)
{
    if (use == TensorUse::accumulator)
        return place_in_accumulator(lane, i);
    if (use == TensorUse::a) {
        const Place2 place = place_in_a(type.a, lane, i);
        return {place.line, place.k};
    }
    const Place2 place = place_in_b(type.b, lane, i);
    return {place.k, place.line};
}

int elements_of(const MmaType& type, TensorUse use)
{
    const int all = use == TensorUse::a   ? type.m * type.k
                    : use == TensorUse::b ? type.k * type.n
                                          : type.m * type.n;
    return all / 32;
}

int rows_of(const FragmentType& type)
{
    return type.use == TensorUse::b ? type.k : type.m;
}

int columns_of(const FragmentType& type)
{
    return type.use == TensorUse::a ? type.k : type.n;
}

Element element_of(const FragmentType& type, int lane, int i)
{
    const bool swapped = is_transposed(type);
    i %= rows_of(type) * columns_of(type) / 32;
    if (type.use == TensorUse::accumulator) {
        const int per_tile = type.type == TensorType::f64 ? 2 : 4;
        const bool beside = type.n == 16;  // the tiles are beside each other, not below
        Element e = place_in_accumulator(lane, beside ? i % per_tile : i);
        if (beside)
            e.column += i / per_tile * 8;
        return swapped ? Element{e.column, e.row} : e;
    }
    const bool like_a = (type.use == TensorUse::a) != swapped;
    const int per_tile = (like_a ? 16 : 8) * type.k / 32;
    const int tile = type.type == TensorType::f64 ? 0 : i / per_tile;
    Place2 place = like_a ? place_in_a(type.type, lane, i - tile * per_tile)
                          : place_in_b(type.type, lane, i - tile * per_tile);
    place.line += tile * (like_a ? 16 : 8);
    return type.use == TensorUse::a ? Element{place.line, place.k} : Element{place.k, place.line};
}

}  // namespace emu
