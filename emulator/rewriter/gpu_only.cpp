#include "gpu_only.h"

#include "device_code.h"
#include "ptx.h"

#include <algorithm>
#include <array>
#include <string>

namespace rewriter {
namespace {

struct Construct {
    std::string_view word;  // the whole identifier, or its beginning if `prefix`
    std::string_view what;
    bool prefix = false;
};

// Names that only CUDA has. Functions of libraries are not listed: a call of one ends the program at run time.
constexpr std::array kConstructs{
    Construct{"cudaBindTexture", "a texture reference", true},
    Construct{"cudaUnbindTexture", "a texture reference"},
    Construct{"cudaMipmappedArray", "a mipmapped array", true},
    Construct{"cudaMallocMipmappedArray", "a mipmapped array"},
    Construct{"cudaGetMipmappedArrayLevel", "a mipmapped array"},
    Construct{"cudaGraphAddMemAllocNode", "a memory node of a CUDA graph"},
    Construct{"cudaGraphAddMemFreeNode", "a memory node of a CUDA graph"},
    Construct{"cudaGraphConditional", "a conditional node of a CUDA graph", true},
    Construct{"cudaGraphSetConditional", "a conditional node of a CUDA graph"},
    Construct{"__nv_fp8", "an 8-bit floating point type", true},
    Construct{"cudaIpc", "memory shared by processes", true},
    Construct{"cudaGraphics", "memory shared with a graphics library", true},
    Construct{"cudaGL", "memory shared with a graphics library", true},
    Construct{"cudaImportExternal", "memory shared with a graphics library", true},
    Construct{"cudaExternal", "memory shared with a graphics library", true},
    Construct{"cudaLibrary", "a kernel loaded at run time", true},
    Construct{"curandStateMtgp32", "a generator other than XORWOW, Philox and MRG32k3a", true},
    Construct{"curandStateSobol", "a generator other than XORWOW, Philox and MRG32k3a", true},
    Construct{"curandStateScrambledSobol", "a generator other than XORWOW, Philox and MRG32k3a", true},
};

// Headers that begin with these names.
constexpr std::array kHeaders{
    Construct{"thrust/", "a CUDA C++ library"},
    Construct{"cub/", "a CUDA C++ library"},
    Construct{"cuda/", "a CUDA C++ library"},
    Construct{"cutlass/", "a library for GPUs"},
    Construct{"cute/", "a library for GPUs"},
    Construct{"npp", "a library for GPUs"},
    Construct{"cuda_gl_interop.h", "memory shared with a graphics library"},
    Construct{"cudaGL.h", "memory shared with a graphics library"},
    Construct{"cuda_egl_interop.h", "memory shared with a graphics library"},
    Construct{"cuda_fp8.h", "an 8-bit floating point type"},
};

// What a program can do on the emulator instead.
struct Advice {
    std::string_view what, instead;
};
constexpr std::array kAdvice{
    Advice{"a texture reference", "CUDA 12 has none: use a texture object (cudaCreateTextureObject)"},
    Advice{"a mipmapped array", "use an array with one level (cudaMallocArray)"},
    Advice{"a memory node of a CUDA graph", "allocate before the graph is made"},
    Advice{"a conditional node of a CUDA graph", "let the host decide, or the kernels"},
    Advice{"a CUDA C++ library", "write a kernel for it"},
    Advice{"a library for GPUs", "write a kernel for it"},
    Advice{"an 8-bit floating point type", "use __half or __nv_bfloat16"},
    Advice{"memory shared by processes", "use threads of one process"},
    Advice{"memory shared with a graphics library", "copy the results to the host and write an image file"},
    Advice{"a kernel loaded at run time", "launch a kernel of this file as kernel<<<grid, block>>>(...)"},
    Advice{"a generator other than XORWOW, Philox and MRG32k3a",
           "use curandState or curandStatePhilox4_32_10_t"},
    Advice{"inline PTX", "call CUDA's function for it"},
};

constexpr const char* kRefused = " is not supported by the emulator: this version is GPU-only";

std::string advice_on(std::string_view what)
{
    for (const Advice& each : kAdvice)
        if (each.what == what)
            return "; " + std::string(each.instead) + " instead";
    return "";
}

// A message that names the header and the reason, or an empty one if the header is not listed above.
std::string refused_header(std::string_view path)
{
    for (const Construct& header : kHeaders) {
        const std::size_t folder =
            header.word.back() == '/' ? path.rfind("/" + std::string(header.word)) : path.rfind('/');
        const std::string_view name = path.substr(folder == std::string_view::npos ? 0 : folder + 1);
        if (name.substr(0, header.word.size()) == header.word)
            return "<" + std::string(name) + "> (" + std::string(header.what) + ")" + kRefused +
                   advice_on(header.what);
    }
    return "";
}

RewriteError refusal(const SourceText& source, int i, std::string_view what, const std::string& word)
{
    return source.error(i, std::string(what) + " (" + word + ")" + kRefused + advice_on(what));
}

bool is_construct(const SourceText& source, int i, const Construct& construct)
{
    const std::string_view word = source.spelling(i);
    return construct.prefix ? word.substr(0, construct.word.size()) == construct.word
                            : word == construct.word;
}

// texture<float, 2> t; the form of CUDA before version 12.
bool is_texture_reference(const SourceText& source, int i)
{
    return source.is(i, "texture") && source.is(i + 1, "<") && !source.is(i - 1, "::") &&
           !source.is(i - 1, ".") && source.kind_is(i + 2, Kind::identifier) && !source.is(i + 2, "<");
}

void refuse_in_device_code(const SourceText& source, Range function)
{
    for (int i = function.first; i <= function.last; ++i) {
        if (is_assembly(source, i))
            if (const std::string ptx = untranslatable_ptx(source, i); !ptx.empty())
                throw refusal(source, i, "inline PTX", ptx);
    }
}

}  // namespace

void refuse_gpu_only_constructs(const SourceText& source)
{
    for (const Include& include : source.includes())
        if (const std::string refused = refused_header(include.path); include.system && !refused.empty())
            throw source.error(include, refused);
    for (const Range function : device_functions(source))
        refuse_in_device_code(source, function);
    for (const int i : source.places_of({"texture"}))
        if (is_texture_reference(source, i))
            throw refusal(source, i, "a texture reference", "texture<...>");
    for (const int i : source.first_places()) {
        const auto found =
            std::find_if(kConstructs.begin(), kConstructs.end(),
                         [&](const Construct& construct) { return is_construct(source, i, construct); });
        if (found != kConstructs.end())
            throw refusal(source, i, found->what, std::string(source.spelling(i)));
    }
}

// g++:   file.cu:3:10: fatal error: mma.h: No such file or directory
// clang: file.cu:3:10: fatal error: 'mma.h' file not found
std::string explain_missing_header(const std::string& messages)
{
    constexpr std::string_view kMark = ": fatal error: ";
    const std::size_t mark = messages.find(kMark);
    if (mark == std::string::npos)
        return messages;
    std::size_t name = mark + kMark.size();
    name += messages[name] == '\'';
    const std::string header = messages.substr(name, messages.find_first_of(":'\n", name) - name);
    const std::string refused = refused_header(header);
    const std::size_t line = messages.rfind('\n', mark) + 1;  // 0 if it is the first
    return refused.empty() ? messages : messages.substr(line, mark - line) + ": error: " + refused + "\n";
}

}  // namespace rewriter
