// Texture and surface objects: what kernels know by a number.
#pragma once

#include "debug_info/host_line.h"
#include "textures/arrays.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace emu {

// The memory behind an object.
struct Resource {
    cudaResourceDesc desc{};
    const cudaArray* array = nullptr;  // nullptr: linear or pitched memory
    Format format;
    uintptr_t memory = 0;
    std::size_t width = 0, height = 0, depth = 0;  // as of cudaArray
    std::size_t pitch = 0, bytes = 0;

    bool is_linear() const { return desc.resType == cudaResourceTypeLinear; }
    std::size_t rows() const { return height ? height : 1; }
    std::size_t slices() const { return depth ? depth : 1; }
    uintptr_t address(std::size_t x, std::size_t y, std::size_t slice) const
    {
        return memory + (slice * rows() + y) * pitch + x * format.bytes();
    }
    std::string words() const;  // "linear memory of 100 elements of float"
};

struct Object {
    Resource resource;
    cudaTextureDesc how{};  // of a texture
    bool is_live = true;
    HostCalls begin{}, end{};  // where it was created, and destroyed; no end: cudaDeviceReset()
};

enum class ObjectKind { texture = 1, surface = 2 };

unsigned long long note_object(ObjectKind kind, const Object& object);
// The live object. If there is none: nullptr, and `why` says what is wrong with the number.
Object* find_object(ObjectKind kind, unsigned long long number, std::string& why);
void note_destroyed(Object& object);
// Whether the memory behind the object is there. If not, `why` says so.
bool has_memory(const Object& object, std::string& why);

void end_objects();

}  // namespace emu
