// Loads and stores of wmma's fragments. A GPU makes the requests that nvcc makes of them for Hopper: ldmatrix where half and
// 8-bit operands lie in shared memory, words of 4 bytes where they lie elsewhere, else an access per element or pair.
#include "api/tensor_memory.h"
#include "checks/reports.h"
#include "cuda_emulator/frame.h"
#include "cuda_emulator/tensor.h"
#include "execution/tensor_call.h"
#include "tensor/layout.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace emu {
namespace {

constexpr int kMostBytesOfLane = 32;  // of an accumulator's elements in a lane

struct FragmentCall : TensorCall {
    struct Common {
        uintptr_t matrix;
        FragmentType type;
        unsigned pitch;
        int by_columns;
    } what;
    const void* elements;                   // of store_fragment()
    unsigned char bytes[kMostBytesOfLane];  // that the lane stores, in the order of its accesses
};

struct FragmentAccess {
    std::size_t offset;  // bytes from the matrix' first element
    unsigned bytes;
};

std::size_t pitch_bytes(const FragmentCall::Common& what)
{
    return std::size_t(what.pitch) * std::size_t(bytes_of(what.type.type));
}

std::size_t offset_of(const FragmentCall::Common& what, const Element& at)
{
    const int line = what.by_columns ? at.column : at.row, place = what.by_columns ? at.row : at.column;
    return std::size_t(line) * pitch_bytes(what) + std::size_t(place * bytes_of(what.type.type));
}

bool is_8_bit(const FragmentType& type)
{
    return bytes_of(type.type) == 1;
}

// Whether the elements of a register lie side by side in memory, or the warp can exchange them.
bool goes_by_matrices(const FragmentCall::Common& what)
{
    const bool along_k = (what.type.use == TensorUse::a) != bool(what.by_columns);
    return bytes_of(what.type.type) == 2 || (is_8_bit(what.type) && along_k);
}

// Calls visit(access) for each access that the lane makes.
template <class Visit>
void each_access_by_matrices(const FragmentCall::Common& what, bool shared, int lane, Visit visit)
{
    const int rows = what.by_columns ? columns_of(what.type) : rows_of(what.type);
    const int width =
        (what.by_columns ? rows_of(what.type) : columns_of(what.type)) * bytes_of(what.type.type);
    const bool ldmatrix =
        shared && what.type.use != TensorUse::accumulator && what.type.type != TensorType::bf16;
    const int tile_rows = ldmatrix ? std::min(rows, 16) : kRows,
              tile_width = ldmatrix ? std::min(width, 32) : kRowBytes;
    const int bytes = tile_rows * tile_width / kLanes;
    for (int column = 0; column < width; column += tile_width)
        for (int row = 0; row < rows; row += tile_rows) {
            const int at = lane * bytes / kRowBytes,
                      matrix = at / kRows;  // the row, all matrices being one below the other
            const int matrices_down = tile_rows / kRows;
            const int line = row + matrix % matrices_down * kRows + at % kRows;
            const int place = column + matrix / matrices_down * kRowBytes + lane * bytes % kRowBytes;
            visit(
                FragmentAccess{std::size_t(line) * pitch_bytes(what) + std::size_t(place), unsigned(bytes)});
        }
}

template <class Visit>
void each_access(const FragmentCall::Common& what, bool shared, int lane, Visit visit)
{
    if (goes_by_matrices(what))
        return each_access_by_matrices(what, shared, lane, visit);
    const FragmentType& type = what.type;
    const bool transposed = type.m == 8 && type.n == 32;
    const bool pairs = type.use == TensorUse::accumulator && transposed == bool(what.by_columns);
    const int count = rows_of(type) * columns_of(type) / kLanes;
    for (int i = 0; i < count; i += 1 + pairs)
        visit(FragmentAccess{offset_of(what, element_of(type, lane, i)), unsigned(bytes_of(type.type))
                                                                             << pairs});
}

int first_lane(TensorCall* const* lanes)
{
    int first = 0;
    while (!lanes[first])
        ++first;
    return first;
}

// What CUDA demands. It says nothing of 8-bit elements: what a GPU needs to load them.
std::size_t alignment_of(const FragmentCall::Common& what)
{
    if (!is_8_bit(what.type))
        return 16;
    return !goes_by_matrices(what) ? 1 : is_shared(what.matrix) ? 16 : 4;
}

bool check(TensorCall* const* lanes, const Warp& warp, const Place& place)
{
    const int first = first_lane(lanes);
    const auto& call = static_cast<const FragmentCall&>(*lanes[first]);
    const std::size_t pitch = pitch_bytes(call.what), alignment = alignment_of(call.what);
    const char* wrong = call.what.matrix % alignment ? "the pointer is misaligned"
                        : pitch % alignment          ? "the pitch does not fit"
                                                     : nullptr;
    if (!wrong && on_fiber(reinterpret_cast<const void*>(call.what.matrix)))
        wrong = "the matrix is in local memory";
    if (!wrong)
        return true;
    report_at(std::string("Invalid ") + call.name + ": " + wrong, place.file, place.line, warp.index, first,
              "The pitch is " + std::to_string(call.what.pitch) + " elements, " + std::to_string(pitch) +
                  " bytes; the pointer is " + std::to_string(call.what.matrix % 16) +
                  " bytes beyond a multiple of 16.\n"
                  "The matrix must be in global or shared memory. Its pointer and its pitch in bytes must be "
                  "multiples of 16: "
                  "a pitch of half a multiple of 8, of float or int a multiple of 4.");
    return false;
}

// Gives each lane what it is to store.
bool share_elements(TensorCall* const* lanes, const Warp& warp, const Place& place)
{
    if (!check(lanes, warp, place))
        return false;
    const FragmentCall::Common what = static_cast<const FragmentCall&>(*lanes[first_lane(lanes)]).what;
    const auto size = std::size_t(bytes_of(what.type.type));
    FragmentCall::Common dense = what;  // the same matrix without gaps
    dense.pitch = unsigned(what.by_columns ? rows_of(what.type) : columns_of(what.type));
    unsigned char all[32 * 16 * 4] = {};
    for (int lane = 0; lane < kLanes; ++lane)
        for (int i = 0; lanes[lane] && i < what.type.elements; ++i)
            std::memcpy(all + offset_of(dense, element_of(what.type, lane, i)),
                        static_cast<const char*>(static_cast<const FragmentCall&>(*lanes[lane]).elements) +
                            std::size_t(i) * size,
                        size);
    for (int lane = 0; lane < kLanes; ++lane) {
        if (!lanes[lane])
            continue;
        unsigned char* to = static_cast<FragmentCall&>(*lanes[lane]).bytes;
        each_access(dense, false, lane, [&](const FragmentAccess& one) {
            std::memcpy(to, all + one.offset, one.bytes);
            to += one.bytes;
        });
    }
    return true;
}

FragmentCall call_of(const char* name, const FragmentType& type, const void* matrix, unsigned pitch,
                     bool by_columns, bool (*run)(TensorCall* const*, const Warp&, const Place&))
{
    FragmentCall call;
    static_cast<TensorCall&>(call) = {name, false, nullptr, 0, run};
    __builtin_memset(&call.what, 0, sizeof call.what);  // it is compared as bytes
    call.what.matrix = reinterpret_cast<uintptr_t>(matrix);
    call.what.type = type;
    call.what.pitch = pitch;
    call.what.by_columns = by_columns;
    return call;
}

}  // namespace

void load_fragment(const FragmentType& type, void* elements, const void* matrix, unsigned pitch,
                   bool by_columns, Place place)
{
    const Caller caller{__builtin_return_address(0), EMU_FRAME};
    if (!on_fiber(caller.frame))
        return;
    FragmentCall call = call_of("load_matrix_sync", type, matrix, pitch, by_columns, check);
    call.common = &call.what;
    call.common_bytes = sizeof call.what;
    make_tensor_call(call, place);
    const Warp& warp = *running.warp;
    const int lane = running.lane;
    const uint32_t failed = warp.failed;
    each_access(call.what, is_shared(call.what.matrix), lane, [&](const FragmentAccess& one) {
        request(call.what.matrix + one.offset, one.bytes, Operation::load, caller);
    });
    const auto size = std::size_t(bytes_of(type.type));
    for (int i = 0; i < type.elements; ++i) {
        const auto* from =
            reinterpret_cast<const char*>(call.what.matrix + offset_of(call.what, element_of(type, lane, i)));
        for (std::size_t k = 0; k < size; ++k)
            static_cast<volatile char*>(elements)[std::size_t(i) * size + k] =
                warp.failed == failed ? from[k] : 0;
    }
}

void store_fragment(const FragmentType& type, const void* elements, void* matrix, unsigned pitch,
                    bool by_columns, Place place)
{
    const Caller caller{__builtin_return_address(0), EMU_FRAME};
    if (!on_fiber(caller.frame))
        return;
    FragmentCall call = call_of("store_matrix_sync", type, matrix, pitch, by_columns, share_elements);
    call.common = &call.what;
    call.common_bytes = sizeof call.what;
    call.elements = elements;
    make_tensor_call(call, place);
    const unsigned char* from = call.bytes;
    each_access(call.what, is_shared(call.what.matrix), running.lane, [&](const FragmentAccess& one) {
        request(call.what.matrix + one.offset, one.bytes, Operation::store, caller);
        auto* to = reinterpret_cast<volatile unsigned char*>(call.what.matrix + one.offset);
        for (unsigned k = 0; k < one.bytes; ++k)
            to[k] = *from++;
    });
}

}  // namespace emu
