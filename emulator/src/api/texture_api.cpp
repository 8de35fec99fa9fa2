// Texture and surface objects.
#include "api/errors.h"
#include "api/initialise.h"
#include "api/refused_arguments.h"
#include "cuda_runtime_api.h"
#include "debug_info/program.h"
#include "memory/device_memory.h"
#include "state/one_at_a_time.h"
#include "textures/objects.h"

#include <string>

using emu::limit;
using emu::note;
using emu::Object;
using emu::ObjectKind;
using emu::refuse_arguments;
using emu::Resource;

namespace {

constexpr const char* kCreateTexture = "cudaCreateTextureObject";
constexpr const char* kCreateSurface = "cudaCreateSurfaceObject";

cudaError_t set_array(Resource& resource, const char* function)
{
    std::string why;
    const cudaArray* array = emu::find_array(resource.desc.res.array.array, why);
    if (!array)
        return refuse_arguments(cudaErrorInvalidResourceHandle, function, why);
    resource.array = array;
    resource.format = array->format;
    resource.memory = array->memory;
    resource.width = array->width;
    resource.height = array->height;
    resource.depth = array->depth;
    resource.pitch = array->row_bytes();
    resource.bytes = array->bytes();
    return cudaSuccess;
}

// Memory of cudaMalloc() and its kin, or of a __device__ variable.
cudaError_t set_memory(Resource& resource, const void* pointer, const cudaChannelFormatDesc& desc)
{
    if (!emu::read_format(desc, resource.format))
        return refuse_arguments(
            cudaErrorInvalidChannelDescriptor, kCreateTexture,
            "an element has 1, 2 or 4 channels of 8, 16 or 32 bits each, all of one size");
    resource.memory = reinterpret_cast<uintptr_t>(pointer);
    const emu::Allocation* allocation =
        emu::device_memory.contains(resource.memory)
            ? emu::device_memory.arena_of(resource.memory).at_or_below(resource.memory)
            : nullptr;
    const bool is_variable = emu::program.contains(resource.memory, resource.memory);
    if (!is_variable && (!allocation || !allocation->live || resource.memory >= allocation->high()))
        return refuse_arguments(cudaErrorInvalidValue, kCreateTexture, "devPtr is no device memory");
    const std::size_t alignment = limit(cudaDevAttrTextureAlignment);
    if (!is_variable && (resource.memory - allocation->low) % alignment != 0)
        return refuse_arguments(cudaErrorInvalidValue, kCreateTexture,
                                "devPtr must be a multiple of " + std::to_string(alignment) +
                                    " bytes (textureAlignment of cudaDeviceProp): it is " +
                                    std::to_string(resource.memory - allocation->low) +
                                    " bytes inside its allocation");
    return cudaSuccess;
}

// The bytes of the texture must lie in the allocation.
cudaError_t check_end(const Resource& resource)
{
    uintptr_t low, high;
    if (!emu::device_memory.contains(resource.memory) ||
        emu::device_memory.find_live(resource.memory, resource.memory + resource.bytes, &low, &high))
        return cudaSuccess;
    return refuse_arguments(cudaErrorInvalidValue, kCreateTexture,
                            "the texture goes beyond its allocation: " + resource.words() + " takes " +
                                std::to_string(resource.bytes) + " bytes");
}

cudaError_t set_linear(Resource& resource)
{
    const auto& linear = resource.desc.res.linear;
    if (const cudaError_t error = set_memory(resource, linear.devPtr, linear.desc))
        return error;
    resource.width = linear.sizeInBytes / resource.format.bytes();
    resource.pitch = resource.bytes = resource.width * resource.format.bytes();
    if (resource.width == 0 || resource.width > limit(cudaDevAttrMaxTexture1DLinearWidth))
        return refuse_arguments(cudaErrorInvalidValue, kCreateTexture,
                                "sizeInBytes is " + std::to_string(linear.sizeInBytes) +
                                    ": it must be 1 to " +
                                    std::to_string(limit(cudaDevAttrMaxTexture1DLinearWidth)) + " elements");
    return check_end(resource);
}

cudaError_t set_pitched(Resource& resource)
{
    const auto& pitched = resource.desc.res.pitch2D;
    if (const cudaError_t error = set_memory(resource, pitched.devPtr, pitched.desc))
        return error;
    resource.width = pitched.width;
    resource.height = pitched.height;
    resource.pitch = pitched.pitchInBytes;
    const std::size_t row = resource.width * resource.format.bytes();
    resource.bytes = resource.height ? (resource.height - 1) * resource.pitch + row : 0;
    const std::size_t alignment = limit(cudaDevAttrTexturePitchAlignment);
    if (resource.pitch % alignment != 0 || resource.pitch < row ||
        resource.pitch > limit(cudaDevAttrMaxTexture2DLinearPitch))
        return refuse_arguments(cudaErrorInvalidValue, kCreateTexture,
                                "pitchInBytes is " + std::to_string(resource.pitch) +
                                    ": it must be a multiple of " + std::to_string(alignment) +
                                    " bytes (texturePitchAlignment of cudaDeviceProp) and "
                                    "hold a row of " +
                                    std::to_string(row) + " bytes; cudaMallocPitch() gives one");
    if (resource.width == 0 || resource.height == 0 ||
        resource.width > limit(cudaDevAttrMaxTexture2DLinearWidth) ||
        resource.height > limit(cudaDevAttrMaxTexture2DLinearHeight))
        return refuse_arguments(cudaErrorInvalidValue, kCreateTexture,
                                resource.words() + " is empty or too large for a texture");
    return check_end(resource);
}

cudaError_t set_resource(Resource& resource)
{
    switch (resource.desc.resType) {
        case cudaResourceTypeArray:
            return set_array(resource, kCreateTexture);
        case cudaResourceTypeLinear:
            return set_linear(resource);
        case cudaResourceTypePitch2D:
            return set_pitched(resource);
        default:
            return refuse_arguments(
                cudaErrorNotSupported, kCreateTexture,
                "the emulator has no mipmapped arrays: use an array of cudaMallocArray()");
    }
}

cudaError_t check_how(const Object& texture)
{
    const cudaTextureDesc& how = texture.how;
    const emu::Format& format = texture.resource.format;
    const bool normalised = how.readMode == cudaReadModeNormalizedFloat;
    if (normalised && !format.is_float() && format.bits == 32)
        return refuse_arguments(
            cudaErrorInvalidNormSetting, kCreateTexture,
            "cudaReadModeNormalizedFloat is for integers of 8 and 16 bits, and the elements are of " +
                format.name());
    if (how.filterMode == cudaFilterModeLinear && !texture.resource.is_linear() && !format.is_float() &&
        !normalised)
        return refuse_arguments(
            cudaErrorInvalidFilterSetting, kCreateTexture,
            "cudaFilterModeLinear needs elements that are read as floats, and they are of " + format.name() +
                ": set readMode to cudaReadModeNormalizedFloat, or filterMode to cudaFilterModePoint");
    if (how.maxAnisotropy > 1 || how.seamlessCubemap)
        return refuse_arguments(cudaErrorNotSupported, kCreateTexture,
                                "the emulator has no anisotropic filtering and no seamless cubemaps");
    return cudaSuccess;
}

Object* find(ObjectKind kind, unsigned long long number, const char* function, cudaError_t* error)
{
    std::string why;
    Object* object = emu::find_object(kind, number, why);
    *error = object ? cudaSuccess : refuse_arguments(cudaErrorInvalidValue, function, why);
    return object;
}

cudaError_t destroy(ObjectKind kind, unsigned long long number, const char* function)
{
    const emu::OneAtATime one_at_a_time;
    if (number == 0)
        return cudaSuccess;
    cudaError_t error;
    if (Object* object = find(kind, number, function, &error))
        emu::note_destroyed(*object);
    return error;
}

}  // namespace

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* number, const cudaResourceDesc* resource,
                                    const cudaTextureDesc* desc, const cudaResourceViewDesc* view)
{
    const emu::OneAtATime one_at_a_time;
    emu::initialise();
    if (!number || !resource || !desc)
        return note(cudaErrorInvalidValue);
    if (const cudaError_t error = emu::sticky_error())
        return note(error);
    if (view && view->format != cudaResViewFormatNone)
        return refuse_arguments(cudaErrorNotSupported, kCreateTexture,
                                "the emulator has no resource views: pass nullptr");
    Object object;
    object.resource.desc = *resource;
    object.how = *desc;
    if (const cudaError_t error = set_resource(object.resource))
        return error;
    if (const cudaError_t error = check_how(object))
        return error;
    *number = emu::note_object(ObjectKind::texture, object);
    return cudaSuccess;
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture)
{
    return destroy(ObjectKind::texture, texture, "cudaDestroyTextureObject");
}

cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* desc, cudaTextureObject_t texture)
{
    const emu::OneAtATime one_at_a_time;
    cudaError_t error;
    if (const Object* object = find(ObjectKind::texture, texture, "cudaGetTextureObjectResourceDesc", &error))
        *desc = object->resource.desc;
    return error;
}

cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* desc, cudaTextureObject_t texture)
{
    const emu::OneAtATime one_at_a_time;
    cudaError_t error;
    if (const Object* object = find(ObjectKind::texture, texture, "cudaGetTextureObjectTextureDesc", &error))
        *desc = object->how;
    return error;
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* number, const cudaResourceDesc* resource)
{
    const emu::OneAtATime one_at_a_time;
    emu::initialise();
    if (!number || !resource)
        return note(cudaErrorInvalidValue);
    if (const cudaError_t error = emu::sticky_error())
        return note(error);
    if (resource->resType != cudaResourceTypeArray)
        return refuse_arguments(cudaErrorInvalidValue, kCreateSurface,
                                "a surface needs an array: resType must be cudaResourceTypeArray");
    Object object;
    object.resource.desc = *resource;
    if (const cudaError_t error = set_array(object.resource, kCreateSurface))
        return error;
    if (!(object.resource.array->flags & cudaArraySurfaceLoadStore))
        return refuse_arguments(cudaErrorInvalidValue, kCreateSurface,
                                "the array must be made with the flag cudaArraySurfaceLoadStore");
    *number = emu::note_object(ObjectKind::surface, object);
    return cudaSuccess;
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface)
{
    return destroy(ObjectKind::surface, surface, "cudaDestroySurfaceObject");
}

cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* desc, cudaSurfaceObject_t surface)
{
    const emu::OneAtATime one_at_a_time;
    cudaError_t error;
    if (const Object* object = find(ObjectKind::surface, surface, "cudaGetSurfaceObjectResourceDesc", &error))
        *desc = object->resource.desc;
    return error;
}

cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(std::size_t* width, const cudaChannelFormatDesc* desc,
                                                 int device)
{
    emu::Format format;
    if (!width || !desc || device != 0 || !emu::read_format(*desc, format))
        return note(cudaErrorInvalidValue);
    *width = limit(cudaDevAttrMaxTexture1DLinearWidth);
    return cudaSuccess;
}
