#include "device_runtime.h"

#include "device_code.h"
#include "function_names.h"
#include "words.h"

#include <array>
#include <string>

namespace rewriter {
namespace {

constexpr std::array<std::string_view, 14> kInKernels{"cudaGetLastError",
                                                      "cudaPeekAtLastError",
                                                      "cudaMalloc",
                                                      "cudaFree",
                                                      "cudaMemcpyAsync",
                                                      "cudaMemsetAsync",
                                                      "cudaStreamCreateWithFlags",
                                                      "cudaStreamDestroy",
                                                      "cudaDeviceGetAttribute",
                                                      "cudaDeviceGetLimit",
                                                      "cudaGetDevice",
                                                      "cudaGetDeviceCount",
                                                      "cudaGridDependencySynchronize",
                                                      "cudaTriggerProgrammaticLaunchCompletion"};

// Calls that have a name of their own (cuda_emulator/string_functions.h), or the compiler would expand them.
constexpr std::array<std::string_view, 2> kBuiltinCalls{"__builtin_memcpy", "__builtin_memset"};
constexpr std::size_t kPrefix = sizeof "__builtin_" - 1;

}  // namespace

bool is_of_device_runtime(std::string_view name)
{
    return contains(kInKernels, name) || name == "cudaGetErrorString" || name == "cudaGetErrorName";
}

void rewrite_device_runtime(const SourceText& source, Edits& edits)
{
    int next = 0;  // bodies may be nested
    for (const FunctionBody& body : function_bodies(source)) {
        for (int i = body.open > next ? body.open : next; i < body.close; ++i) {
            if (!source.kind_is(i, Kind::identifier) || !is_call(source, i) || source.is_of_library(i))
                continue;
            if (contains(kInKernels, source.spelling(i)))
                edits.insert_before(i, "::emu::in_kernel::");
            else if (contains(kBuiltinCalls, source.spelling(i)))
                edits.replace(i, i, "::" + std::string(source.spelling(i).substr(kPrefix)));
        }
        next = body.close + 1 > next ? body.close + 1 : next;
    }
}

}  // namespace rewriter
