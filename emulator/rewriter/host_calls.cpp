#include "host_calls.h"

#include "device_code.h"
#include "device_runtime.h"
#include "function_names.h"
#include "words.h"

#include <array>
#include <set>
#include <string>

namespace rewriter {
namespace {

// Members of namespace std. With --expt-relaxed-constexpr nvcc accepts the constexpr ones.
constexpr std::array<std::string_view, 10> kConstexpr{"min",      "max",      "minmax",   "clamp", "swap",
                                                      "exchange", "popcount", "bit_cast", "gcd",   "lcm"};
constexpr std::array<std::string_view, 28> kHostOnly{
    "sort",          "fill",       "copy",       "accumulate", "reduce", "iota",     "transform",
    "vector",        "string",     "map",        "function",   "cout",   "cerr",     "endl",
    "rand",          "exit",       "to_string",  "time",       "list",   "set",      "deque",
    "unordered_map", "unique_ptr", "shared_ptr", "thread",     "mutex",  "ofstream", "stringstream"};

// Of the C library; those that handle memory also as builtin functions of the compiler.
constexpr std::string_view kBuiltin = "__builtin_";
constexpr std::array<std::string_view, 24> kLibrary{
    "rand",    "srand",   "exit",    "puts",   "fprintf", "time",   "getenv",  "usleep",
    "atoi",    "memmove", "memcmp",  "memchr", "strlen",  "strcmp", "strncmp", "strcpy",
    "strncpy", "strcat",  "strncat", "strchr", "strrchr", "strstr", "sprintf", "snprintf"};

// g++'s and clang's.
bool is_atomic_builtin(std::string_view word)
{
    return word.starts_with("__atomic_") || word.starts_with("__sync_");
}

// Whether a parameter or a variable of the function has this name.
bool declares(const SourceText& source, const FunctionBody& function, std::string_view name)
{
    for (int i = function.first; i < function.close; ++i)
        if (source.is(i, name) &&
            (i < function.open || source.is(i + 1, "=") || source.is(i + 1, "{") ||
             (source.kind_is(i - 1, Kind::identifier) && !comes_before_expressions(source.spelling(i - 1)))))
            return true;
    return false;
}

void refuse_library(const SourceText& source, int i, bool relaxed)
{
    if (!source.is(i, "std") || !source.is(i + 1, "::") || !source.kind_is(i + 2, Kind::identifier))
        return;
    if (source.is(i - 1, "::") && source.is(i - 2, "cuda"))  // cuda::std is for both
        return;
    const std::string_view name = source.spelling(i + 2);
    if (contains(kHostOnly, name) || contains(kLibrary, name) || (!relaxed && contains(kConstexpr, name)))
        throw source.error(i, "device code uses std::" + std::string(name) + ", which is for the host only");
}

// cout << ... after `using namespace std`.
void refuse_stream(const SourceText& source, const FunctionBody& function, int i)
{
    if ((!source.is(i, "cout") && !source.is(i, "cerr")) || !source.is(i + 1, "<") ||
        !source.is(i + 2, "<") || source.is(i - 1, ".") || source.is(i - 1, "->") || source.is(i - 1, "::") ||
        declares(source, function, source.spelling(i)))
        return;
    throw source.error(i, "device code uses " + std::string(source.spelling(i)) +
                              ", which is for the host only: printf() prints");
}

// Calls of the CUDA runtime, and of the C library.
bool is_host_only(const SourceText& source, int i)
{
    if (!source.kind_is(i, Kind::identifier))
        return false;
    const std::string_view word = source.spelling(i);
    const bool runtime = word.size() > 4 && word.substr(0, 4) == "cuda" && word[4] >= 'A' && word[4] <= 'Z';
    return (runtime && !is_of_device_runtime(word)) || is_atomic_builtin(word) ||
           contains(kLibrary, word.substr(word.starts_with(kBuiltin) ? kBuiltin.size() : 0));
}

std::string instead_of(std::string_view function)
{
    if (function == "cudaDeviceSynchronize" || function == "cudaThreadSynchronize")
        return ". __syncthreads() waits for the threads of the block. For the results of a child grid, "
               "launch the "
               "kernel that needs them into the tail stream: next<<<grid, block, 0, "
               "cudaStreamTailLaunch>>>(...)";
    if (function == "cudaMemcpy" || function == "cudaMemset")
        return ": the threads of a kernel copy and fill in loops, or by " + std::string(function) + "Async()";
    if (is_atomic_builtin(function))
        return ": device code has atomicAdd() and its kin, cuda::atomic_ref and __threadfence()";
    if (function == "memmove")
        return ": device code has memcpy(), for parts that do not overlap";
    if (function == "cudaStreamCreate")
        return ": device code makes streams by cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking)";
    return "";
}

// Whether the program is compiled with --expt-relaxed-constexpr. The emulator's headers then contain a
// pragma.
bool is_relaxed(const SourceText& source)
{
    for (const int i : source.directives())
        if (source.is(i, "#pragma nvcc relaxed_constexpr"))
            return true;
    return false;
}

}  // namespace

void refuse_host_calls(const SourceText& source)
{
    const auto of_host = host_functions(source);
    std::set<std::string_view> of_device;
    for (const MarkedName& marked : marked_functions(source))
        of_device.insert(source.spelling(marked.name));
    const bool relaxed = is_relaxed(source);
    for (const FunctionBody& function : function_bodies(source)) {
        if (function.is_host_too || source.is_of_library(function.open))
            continue;
        for (int i = function.open; i < function.close; ++i) {
            refuse_library(source, i, relaxed);
            refuse_stream(source, function, i);
            if (is_host_only(source, i) && !of_device.contains(source.spelling(i)) && is_call(source, i) &&
                !declares(source, function, source.spelling(i)))
                throw source.error(i, "device code calls " + std::string(source.spelling(i)) +
                                          "(), which is for the host only" + instead_of(source.spelling(i)));
            const auto found = of_host.find(source.spelling(i));
            if (found != of_host.end() && !of_device.contains(found->first) && is_call(source, i) &&
                !declares(source, function, found->first))
                throw source.error(
                    i, "device code calls " + std::string(found->first) + "(), which is not __device__");
        }
    }
}

}  // namespace rewriter
