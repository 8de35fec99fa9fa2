#include "cuda_words.h"

#include "words.h"

#include <array>
#include <string_view>
#include <utility>

namespace rewriter {
namespace {

void replace_all(std::string& text, std::string_view old, std::string_view by)
{
    for (std::size_t at = text.find(old); at != std::string::npos; at = text.find(old, at + by.size()))
        text.replace(at, old.size(), by);
}

struct Hint {
    std::string_view function, words;
    bool prefix = false;  // all functions whose names begin so
};

// The most special first.
constexpr std::array kHints{
    Hint{"cudaMallocManaged", "it takes the address of a pointer: cudaMallocManaged(&pointer, bytes)"},
    Hint{"cudaMallocHost", "it takes the address of a pointer: cudaMallocHost(&pointer, bytes)"},
    Hint{"cudaMallocAsync", "it takes the address of a pointer: cudaMallocAsync(&pointer, bytes, stream)"},
    Hint{"cudaMalloc",
         "it takes the address of a pointer, and a number of bytes: cudaMalloc(&pointer, bytes)"},
    Hint{"cudaMemcpyAsync",
         "it is written cudaMemcpyAsync(destination, source, bytes, cudaMemcpyHostToDevice or "
         "...DeviceToHost, "
         "stream), with two pointers: v.data() for a vector v"},
    Hint{"cudaMemcpyToSymbol",
         "it is written cudaMemcpyToSymbol(variable, source, bytes), with the variable's own name"},
    Hint{"cudaMemcpyFromSymbol",
         "it is written cudaMemcpyFromSymbol(destination, variable, bytes), with the variable's own name"},
    Hint{"cudaMemcpy",
         "it is written cudaMemcpy(destination, source, bytes, cudaMemcpyHostToDevice or ...DeviceToHost), "
         "with two "
         "pointers: v.data() for a vector v"},
    Hint{"cudaMemset", "it is written cudaMemset(pointer, value of each byte, bytes)"},
    Hint{"cudaFree", "it takes the pointer that cudaMalloc stored: cudaFree(pointer)"},
    Hint{"cudaEventCreate", "it takes the address of an event: cudaEventCreate(&event)"},
    Hint{"cudaEventElapsedTime", "it is written cudaEventElapsedTime(&milliseconds, start, stop)"},
    Hint{"cudaEventRecord", "it takes the event itself: cudaEventRecord(event, stream)"},
    Hint{"cudaStreamCreate", "it takes the address of a stream: cudaStreamCreate(&stream)"},
    Hint{"cudaGetDeviceProperties", "it is written cudaGetDeviceProperties(&properties, device)"},
    Hint{"atomicCAS",
         "it is written atomicCAS(address, compare, value), with a pointer to int, unsigned, unsigned "
         "long long or unsigned short, not const"},
    Hint{"atomicAdd",
         "it is written atomicAdd(address, value), with a pointer to int, unsigned, unsigned long long, "
         "float, double or "
         "a half type, not const: &x for a variable x"},
    Hint{"atomicMin",
         "it is written atomicMin(address, value), with a pointer to int, unsigned, long long or unsigned "
         "long long, "
         "not const: &x for a variable x"},
    Hint{"atomicMax",
         "it is written atomicMax(address, value), with a pointer to int, unsigned, long long or unsigned "
         "long long, "
         "not const: &x for a variable x"},
    Hint{"atomic",
         "it takes a pointer, not const, and a value: &x for a variable x. CUDA has it for int and unsigned, "
         "for some others only in part",
         true},
    Hint{"__shfl_down_sync",
         "it is written __shfl_down_sync(mask, value, delta), with the mask 0xffffffff for all lanes"},
    Hint{"__shfl_up_sync",
         "it is written __shfl_up_sync(mask, value, delta), with the mask 0xffffffff for all lanes"},
    Hint{"__shfl_xor_sync",
         "it is written __shfl_xor_sync(mask, value, lane mask), with the mask 0xffffffff for all lanes"},
    Hint{"__shfl_sync",
         "it is written __shfl_sync(mask, value, source lane), with the mask 0xffffffff for all lanes"},
    Hint{"__ballot_sync",
         "it is written __ballot_sync(mask, predicate), with the mask 0xffffffff for all lanes"},
    Hint{"__any_sync", "it is written __any_sync(mask, predicate), with the mask 0xffffffff for all lanes"},
    Hint{"__all_sync", "it is written __all_sync(mask, predicate), with the mask 0xffffffff for all lanes"},
    Hint{"__match_any_sync",
         "it is written __match_any_sync(mask, value), with the mask 0xffffffff for all lanes"},
    Hint{"__reduce_",
         "it is written with a mask and an int or unsigned, as __reduce_add_sync(0xffffffff, value)", true},
    Hint{"__syncthreads", "it takes no argument: __syncthreads()"},
    Hint{"__syncwarp", "it takes a mask of lanes or nothing: __syncwarp()"},
    Hint{"'dim3", "a dim3 has up to three numbers: dim3 grid(x, y, z)"},
    Hint{"min", "both arguments must be numbers of one type"},
    Hint{"max", "both arguments must be numbers of one type"},
};

// What the compiler says, and what is said instead, or after it.
struct Words {
    std::string_view said, words;
    bool instead = true;
};

constexpr std::array kWords{
    Words{"section attribute cannot be specified for local",
          "a __constant__ variable cannot be local: declare it outside of all functions"},
    Words{"'section' attribute only applies to",
          "a __constant__ variable cannot be local: declare it outside of all functions"},
    Words{"ignoring return value of 'T __shfl",
          "the result of the shuffle is not used: the lane's own variables stay as they were"},
    Words{"a shuffle moves 4 or 8 bytes",
          "a shuffle moves one number of 4 or 8 bytes: shuffle the members of a struct one by one"},
    Words{"'cooperative_groups' has not been declared", "write #include <cooperative_groups.h>", false},
    Words{"undeclared identifier 'cooperative_groups'", "write #include <cooperative_groups.h>", false},
    Words{"'cg' has not been declared", "write namespace cg = cooperative_groups;", false},
    Words{"undeclared identifier 'cg'", "write namespace cg = cooperative_groups;", false},
    Words{"'__shared'", "is __shared__ meant?", false},
    Words{"'_shared_'", "is __shared__ meant?", false},
    Words{"'struct uint3' has no member", "threadIdx, blockIdx, blockDim and gridDim have x, y and z", false},
    Words{"' in 'uint3'", "threadIdx, blockIdx, blockDim and gridDim have x, y and z", false},
};

bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// Whether the text names the function: `... 'atomicAdd(short int*&, int)'`, `'cudaError_t cudaMalloc(...)'`.
bool names(const std::string& text, const Hint& hint)
{
    for (std::size_t at = text.find(hint.function); at != std::string::npos;
         at = text.find(hint.function, at + 1)) {
        const std::size_t end = at + hint.function.size();
        if ((at == 0 || !is_letter(text[at - 1])) &&
            (hint.prefix || end == text.size() || !is_letter(text[end])))
            return true;
    }
    return false;
}

// The words that compilers use for a call that fits no function.
bool is_about_a_call(const std::string& text)
{
    for (const char* words :
         {"no matching function", "no matching constructor", "too many arguments", "too few arguments",
          "could not convert", "cannot convert", "invalid conversion", "is ambiguous", "no known conversion",
          "cannot initialize a parameter"})
        if (has(text, words))
            return true;
    return false;
}

}  // namespace

std::string in_words_of_cuda(std::string text, const std::string& notes)
{
    constexpr std::array<std::pair<std::string_view, std::string_view>, 15> kNames{{
        {"emu::atomics::ull", "unsigned long long"},
        {"emu::atomics::", ""},
        {"emu::", ""},
        {", const char*, int)", ")"},
        {"(const char*, int)", "()"},
        {", const char *, int)", ")"},
        {"(const char *, int)", "()"},
        {"emu_thread_index()", "threadIdx"},
        {"emu_block_index()", "blockIdx"},
        {"emu_block_size()", "blockDim"},
        {"emu_grid_size()", "gridDim"},
        {"static assertion failed: ", ""},
        {" [-fpermissive]", ""},
        {"'dim3::dim3(", "'dim3("},
        {"std::size_t", "size_t"},
    }};
    for (const auto& [old, by] : kNames)
        replace_all(text, old, by);
    for (const Words& words : kWords)
        if (has(text, words.said))
            return (words.instead ? "" : text + ": ") + std::string(words.words);
    if (is_about_a_call(text))
        for (const Hint& hint : kHints)
            if (names(text + notes, hint))
                return text + ": " + std::string(hint.words);
    return text;
}

}  // namespace rewriter
