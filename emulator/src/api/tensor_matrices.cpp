// ldmatrix and stmatrix.
#include "api/tensor_memory.h"
#include "checks/reports.h"
#include "cuda_emulator/frame.h"
#include "cuda_emulator/tensor.h"
#include "execution/tensor_call.h"
#include "tensor/layout.h"

#include <cstring>
#include <string>

namespace emu {
namespace {

constexpr int kMatrixBytes = kRows * kRowBytes;

struct MatrixCall : TensorCall {
    struct Common {
        int count;
        bool transposed;
    } what;
    uintptr_t row;
    uintptr_t rows[kLanes];          // of all lanes
    unsigned registers[4];           // of stmatrix
    unsigned char bytes[kRowBytes];  // that the lane stores
};

// Row r of matrix q, 16 bytes each.
int rows_in(const MatrixCall& call)
{
    return call.what.count * kRows;
}

bool share_rows(TensorCall* const* lanes, const Warp& warp, const Place& place)
{
    int first = 0;
    while (!lanes[first])
        ++first;
    auto& one = static_cast<MatrixCall&>(*lanes[first]);
    for (int lane = 0; lane < rows_in(one); ++lane) {
        one.rows[lane] = lanes[lane] ? static_cast<MatrixCall&>(*lanes[lane]).row : one.row;
        const uintptr_t address = one.rows[lane];
        if (address % kRowBytes == 0 && is_shared(address))
            continue;
        char text[32];
        std::snprintf(text, sizeof text, "0x%lx", static_cast<unsigned long>(address));
        report_at(std::string("Invalid ") + one.name + ": a row " +
                      (is_shared(address) ? "is misaligned" : "is not in shared memory"),
                  place.file, place.line, warp.index, lane,
                  std::string("Access to ") + text + "\nLane " + std::to_string(lane) +
                      " passes the address of row " + std::to_string(lane % kRows) + " of matrix " +
                      std::to_string(lane / kRows) +
                      ". It must be in shared memory and a multiple of 16 bytes.");
        return false;
    }
    for (int lane = 0; lane < kLanes; ++lane)
        if (lanes[lane])
            std::memcpy(static_cast<MatrixCall&>(*lanes[lane]).rows, one.rows, sizeof one.rows);
    return true;
}

// The address of the 2 bytes that half `part` of register q of a lane holds.
uintptr_t element(const MatrixCall& call, int q, int lane, int part)
{
    const int group = lane / 4, pair = lane % 4 * 2 + part;
    const int row = call.what.transposed ? pair : group, column = call.what.transposed ? group : pair;
    return call.rows[q * kRows + row] + uintptr_t(column) * 2;
}

// The part of the matrices that the lane accesses: all lanes together access each row once.
struct Part {
    int first;  // byte, as if the rows were contiguous
    unsigned bytes;
};
Part part_of(const MatrixCall& call, int lane)
{
    const int bytes = call.what.count * kMatrixBytes / kLanes;
    return {lane * bytes, unsigned(bytes)};
}

void access(const MatrixCall& call, int lane, Operation operation, const Caller& caller)
{
    const Part part = part_of(call, lane);
    request(call.rows[part.first / kRowBytes] + uintptr_t(part.first % kRowBytes), part.bytes, operation,
            caller);
}

// What each lane is to store: the registers of all lanes form the matrices.
bool share_registers(TensorCall* const* lanes, const Warp& warp, const Place& place)
{
    if (!share_rows(lanes, warp, place))
        return false;
    unsigned char all[4 * kMatrixBytes] = {};
    for (int lane = 0; lane < kLanes; ++lane) {
        if (!lanes[lane])
            continue;
        auto& call = static_cast<MatrixCall&>(*lanes[lane]);
        for (int q = 0; q < call.what.count; ++q)
            for (int part = 0; part < 2; ++part) {
                const int group = lane / 4, pair = lane % 4 * 2 + part;
                const int row = call.what.transposed ? pair : group,
                          column = call.what.transposed ? group : pair;
                const auto value = uint16_t(call.registers[q] >> 16 * part);
                std::memcpy(all + q * kMatrixBytes + row * kRowBytes + column * 2, &value, sizeof value);
            }
    }
    for (int lane = 0; lane < kLanes; ++lane)
        if (lanes[lane]) {
            auto& call = static_cast<MatrixCall&>(*lanes[lane]);
            const Part part = part_of(call, lane);
            std::memcpy(call.bytes, all + part.first, part.bytes);
        }
    return true;
}

MatrixCall call_of(const char* name, int count, bool transposed, uintptr_t row,
                   bool (*run)(TensorCall* const*, const Warp&, const Place&))
{
    MatrixCall call;
    static_cast<TensorCall&>(call) = {name, false, nullptr, 0, run};
    call.what.count = count;
    call.what.transposed = transposed;
    call.row = row;
    return call;
}

}  // namespace

void load_matrices(int count, bool transposed, unsigned* registers, const void* row, Place place)
{
    const Caller caller{__builtin_return_address(0), EMU_FRAME};
    if (!on_fiber(caller.frame))
        return;
    MatrixCall call = call_of("ldmatrix", count, transposed, reinterpret_cast<uintptr_t>(row), share_rows);
    make_tensor_call(call, place);
    const Warp& warp = *running.warp;
    const int lane = running.lane;
    const uint32_t failed = warp.failed;
    access(call, lane, Operation::load, caller);
    for (int q = 0; q < count; ++q) {
        registers[q] = 0;
        for (int part = 0; part < 2 && warp.failed == failed; ++part)
            registers[q] |= unsigned(*reinterpret_cast<const uint16_t*>(element(call, q, lane, part)))
                            << 16 * part;
    }
}

void store_matrices(int count, bool transposed, const unsigned* registers, void* row, Place place)
{
    const Caller caller{__builtin_return_address(0), EMU_FRAME};
    if (!on_fiber(caller.frame))
        return;
    MatrixCall call =
        call_of("stmatrix", count, transposed, reinterpret_cast<uintptr_t>(row), share_registers);
    for (int q = 0; q < count; ++q)
        call.registers[q] = registers[q];
    make_tensor_call(call, place);
    const int lane = running.lane;
    access(call, lane, Operation::store, caller);
    const Part part = part_of(call, lane);
    auto* to = reinterpret_cast<volatile unsigned char*>(call.rows[part.first / kRowBytes] +
                                                         uintptr_t(part.first % kRowBytes));
    for (unsigned i = 0; i < part.bytes; ++i)
        to[i] = call.bytes[i];
}

}  // namespace emu
