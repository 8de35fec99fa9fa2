#include "api/driver_context.h"
#include "api/driver_module.h"
#include "api/refused_call.h"
#include "checks/reports.h"
#include "cuda_emulator/symbol_api.h"
#include "debug_info/host_line.h"
#include "debug_info/program.h"

#include <cstring>
#include <map>
#include <string>

using namespace emu::driver;

// What the module's file is made of: the source file vecadd.cu for vecadd.ptx. Empty: all of the program, of which the
// PTX text has been found to be a part.
struct CUmod_st {
    std::string source;
};

namespace emu::driver {
namespace {

std::set<CUmodule>& modules()
{
    static auto& all = *new std::set<CUmodule>;
    return all;
}

// "vecadd" of "build/vecadd.sm_90.ptx".
std::string stem_of(const std::string& path)
{
    const std::string name = base_name(path);
    return name.substr(0, name.find('.'));
}

std::string source_of(const KernelEntry& entry)
{
    // A call returns to the byte after itself: line_at() looks one byte back.
    return stem_of(program.line_at(reinterpret_cast<uintptr_t>(entry.function) + 1).file);
}

bool is_in(const CUmod_st& module, const KernelEntry& entry)
{
    return module.source.empty() || module.source == source_of(entry);
}

CUresult load(CUmodule* module, const std::string& source)
{
    *module = *modules().insert(new CUmod_st{source}).first;
    return CUDA_SUCCESS;
}

// The names of the kernels in a PTX text: .entry name(
std::vector<std::string> entries_of(const char* text)
{
    std::vector<std::string> names;
    for (const char* at = std::strstr(text, ".entry"); at; at = std::strstr(at, ".entry")) {
        at += std::strlen(".entry");
        at += std::strspn(at, " \t\r\n");
        names.emplace_back(at, std::strcspn(at, " \t\r\n({;"));
    }
    return names;
}

// A PTX text of the program's own kernels names them; their compiled code runs in its place.
CUresult load_image(CUmodule* module, const void* image, const char* function)
{
    if (!module || !image)
        return CUDA_ERROR_INVALID_VALUE;
    const auto* text = static_cast<const char*>(image);
    const unsigned char first = static_cast<unsigned char>(text[0]);
    const bool is_text = first == '/' || first == '.' || first == '\n' || first == ' ' || first == '\r';
    const std::vector<std::string> names = is_text ? entries_of(text) : std::vector<std::string>();
    for (const std::string& name : names)
        if (!find_kernel_called(name)) {
            tell_refused_call(function, ("it runs no PTX, and the program has no kernel " + name +
                                         "() of its own: compile the .cu file of the PTX into the program")
                                            .c_str());
            return CUDA_ERROR_NOT_SUPPORTED;
        }
    if (!names.empty())
        return load(module, "");
    tell_refused_call(function,
                      "it runs no cubin, no fatbin and nothing that NVRTC makes. Compile the kernel's .cu "
                      "file into the program, and load it by cuModuleLoad(\"file.ptx\")");
    return CUDA_ERROR_NOT_SUPPORTED;
}

CUresult not_found(const char* function, const std::string& why)
{
    report_host(
        std::string("Program hit CUDA_ERROR_NOT_FOUND (error 500) due to \"named symbol not found\" on CUDA "
                    "API call to ") +
            function + ".",
        "", 0, why);
    return CUDA_ERROR_NOT_FOUND;
}

}  // namespace

const KernelEntry* kernel_of(CUfunction function)
{
    return find_kernel(reinterpret_cast<const void*>(function));
}

}  // namespace emu::driver

CUresult cuModuleLoad(CUmodule* module, const char* file)
{
    const Lock lock;
    if (!is_initialised)
        return CUDA_ERROR_NOT_INITIALIZED;
    if (!current())
        return CUDA_ERROR_INVALID_CONTEXT;
    if (!module || !file)
        return CUDA_ERROR_INVALID_VALUE;
    emu::initialise();
    const std::string source = stem_of(file);
    bool found = false;
    emu::for_each_kernel([&](const emu::KernelEntry& entry) { found |= source_of(entry) == source; });
    if (found)
        return load(module, source);
    emu::tell_refused_call(
        "cuModuleLoad",
        ("it runs no PTX or cubin: " + emu::base_name(file) + " stands for the kernels of " + source +
         ".cu, which is no part of the program. Compile that file, too, or launch a kernel "
         "as kernel<<<grid, block>>>(...)")
            .c_str());
    return CUDA_ERROR_NOT_SUPPORTED;
}

CUresult cuModuleLoadData(CUmodule* module, const void* image)
{
    const Lock lock;
    if (!is_initialised)
        return CUDA_ERROR_NOT_INITIALIZED;
    emu::initialise();
    return load_image(module, image, "cuModuleLoadData");
}

CUresult cuModuleLoadDataEx(CUmodule* module, const void* image, unsigned, CUjit_option*, void**)
{
    const Lock lock;
    if (!is_initialised)
        return CUDA_ERROR_NOT_INITIALIZED;
    emu::initialise();
    return load_image(module, image, "cuModuleLoadDataEx");
}

CUresult cuModuleUnload(CUmodule module)
{
    const Lock lock;
    if (modules().erase(module) == 0)
        return CUDA_ERROR_INVALID_HANDLE;
    delete module;
    return CUDA_SUCCESS;
}

CUresult cuModuleGetFunction(CUfunction* function, CUmodule module, const char* name)
{
    const Lock lock;
    if (!function || !name)
        return CUDA_ERROR_INVALID_VALUE;
    if (modules().count(module) == 0)
        return CUDA_ERROR_INVALID_HANDLE;
    const emu::KernelEntry* entry = emu::find_kernel_called(name);
    if (entry && is_in(*module, *entry)) {
        *function = reinterpret_cast<CUfunction>(const_cast<void*>(entry->function));
        return CUDA_SUCCESS;
    }
    const std::string symbol = emu::symbol_of_kernel(name);
    return not_found("cuModuleGetFunction",
                     entry ? std::string("the kernel ") + name + " is not in this module, but in " +
                                 source_of(*entry) + ".cu"
                     : symbol.empty() ? std::string("the program has no kernel ") + name
                                      : std::string("C++ gives the kernel ") + name + " the name " + symbol +
                                            ": declare it as extern \"C\" __global__, or ask for that name");
}

CUresult cuModuleGetGlobal(CUdeviceptr* pointer, size_t* bytes, CUmodule module, const char* name)
{
    const Lock lock;
    if (!name)
        return CUDA_ERROR_INVALID_VALUE;
    if (modules().count(module) == 0)
        return CUDA_ERROR_INVALID_HANDLE;
    for (const emu::Variable& variable : emu::program.static_variables()) {
        if (variable.name != name || !variable.scope.empty())
            continue;
        void* address = nullptr;
        const cudaError_t error =
            emu::symbol_address(&address, reinterpret_cast<const void*>(variable.low), variable.bytes);
        if (pointer)
            *pointer = reinterpret_cast<CUdeviceptr>(address);
        if (bytes)
            *bytes = variable.bytes;
        return CUresult(error);
    }
    return not_found("cuModuleGetGlobal",
                     std::string("the program has no __device__ or __constant__ variable ") + name);
}

CUresult cuFuncGetModule(CUmodule* module, CUfunction function)
{
    const Lock lock;
    const emu::KernelEntry* entry = kernel_of(function);
    if (!module || !entry)
        return CUDA_ERROR_INVALID_VALUE;
    for (const CUmodule each : modules())
        if (is_in(*each, *entry)) {
            *module = each;
            return CUDA_SUCCESS;
        }
    return CUDA_ERROR_INVALID_HANDLE;
}

#define EMU_REFUSED(name, why, ...)         \
    CUresult name(__VA_ARGS__)              \
    {                                       \
        emu::tell_refused_call(#name, why); \
        return CUDA_ERROR_NOT_SUPPORTED;    \
    }
EMU_REFUSED(cuModuleLoadFatBinary,
            "it runs no fatbin. cuModuleLoad(\"file.ptx\") finds the kernels of file.cu", CUmodule*,
            const void*)
EMU_REFUSED(cuLibraryLoadData,
            "it runs no PTX or cubin. cuModuleLoad(\"file.ptx\") finds the kernels of file.cu", CUlibrary*,
            const void*, CUjit_option*, void**, unsigned, void*, void**, unsigned)
EMU_REFUSED(cuLinkCreate, "it links no PTX or cubin. Compile the .cu files into the program", unsigned,
            CUjit_option*, void**, CUlinkState*)
