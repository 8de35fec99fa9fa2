#include "trace/trace_words.h"

#include <cstring>

namespace emu {

const char* name_of(Operation operation)
{
    return is_atomic(operation) ? "atomic" : is_load(operation) ? "load" : "store";
}

const char* name_of(WarpOperation operation)
{
    switch (operation) {
        case WarpOperation::tensor:
            return "tensor";
        case WarpOperation::sync:
            return "__syncwarp";
        case WarpOperation::shuffle:
            return "__shfl_sync";
        case WarpOperation::shuffle_up:
            return "__shfl_up_sync";
        case WarpOperation::shuffle_down:
            return "__shfl_down_sync";
        case WarpOperation::shuffle_xor:
            return "__shfl_xor_sync";
        case WarpOperation::ballot:
            return "__ballot_sync";
        case WarpOperation::all:
            return "__all_sync";
        case WarpOperation::any:
            return "__any_sync";
        case WarpOperation::match_any:
            return "__match_any_sync";
        case WarpOperation::match_all:
            return "__match_all_sync";
        case WarpOperation::add:
            return "__reduce_add_sync";
        case WarpOperation::min_signed:
        case WarpOperation::min_unsigned:
            return "__reduce_min_sync";
        case WarpOperation::max_signed:
        case WarpOperation::max_unsigned:
            return "__reduce_max_sync";
        case WarpOperation::bit_and:
            return "__reduce_and_sync";
        case WarpOperation::bit_or:
            return "__reduce_or_sync";
        case WarpOperation::bit_xor:
            return "__reduce_xor_sync";
    }
    return "";
}

const char* name_of(BarrierKind kind)
{
    switch (kind) {
        case BarrierKind::plain:
            return "__syncthreads";
        case BarrierKind::count:
            return "__syncthreads_count";
        case BarrierKind::all:
            return "__syncthreads_and";
        case BarrierKind::any:
            return "__syncthreads_or";
        case BarrierKind::tile:
            return "tile";
    }
    return "";
}

std::string_view base_of_kernel(const char* name)
{
    const std::size_t end = std::strcspn(name, "<");
    std::size_t begin = end;
    while (begin > 0 && name[begin - 1] != ':')
        --begin;
    return {name + begin, end - begin};
}

}  // namespace emu
