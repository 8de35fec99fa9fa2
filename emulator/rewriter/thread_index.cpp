#include "thread_index.h"

#include "device_code.h"

#include <array>
#include <string>

namespace rewriter {
namespace {

struct Variable {
    std::string_view name, function;
};

constexpr std::array kVariables{
    Variable{"threadIdx", "emu_thread_index"},
    Variable{"blockIdx", "emu_block_index"},
    Variable{"blockDim", "emu_block_size"},
    Variable{"gridDim", "emu_grid_size"},
};

bool is_member(const SourceText& source, int i)
{
    return source.is(i - 1, ".") || source.is(i - 1, "->");
}

}  // namespace

void rewrite_thread_index(const SourceText& source, Edits& edits)
{
    int next = 0;  // bodies may be nested
    for (const Range body : device_functions(source)) {
        for (int i = body.first > next ? body.first : next; i <= body.last; ++i)
            for (const Variable& variable : kVariables)
                if (source.is(i, variable.name) && !is_member(source, i))
                    edits.replace(i, i, "(" + std::string(variable.function) + "())");
        next = body.last + 1 > next ? body.last + 1 : next;
    }
}

}  // namespace rewriter
