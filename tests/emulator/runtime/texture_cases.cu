// Textures, surfaces and arrays: what programs do wrong with them, and what is counted.
#include "cases.h"

using namespace cases;

namespace textures {
namespace {

constexpr int kWidth = 32, kHeight = 4;

cudaArray_t float_array(unsigned flags = 0)
{
    cudaArray_t array{};
    const cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
    cudaMallocArray(&array, &desc, kWidth, kHeight, flags);  // here: allocation
    return array;
}

void fill(cudaArray_t array)
{
    const std::vector<float> zeroes(kWidth * kHeight, 0.0f);
    cudaMemcpy2DToArray(array, 0, 0, zeroes.data(), kWidth * 4, kWidth * 4, kHeight, cudaMemcpyHostToDevice);
}

cudaResourceDesc resource_of(cudaArray_t array)
{
    cudaResourceDesc resource = {};
    resource.res.array.array = array;
    return resource;
}

cudaTextureDesc plain()
{
    cudaTextureDesc how = {};
    how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
    return how;
}

cudaTextureObject_t texture_of(const cudaResourceDesc& resource, const cudaTextureDesc& how = plain())
{
    cudaTextureObject_t texture{};
    cudaCreateTextureObject(&texture, &resource, &how, nullptr);
    return texture;
}

cudaResourceDesc linear(void* memory, std::size_t bytes)
{
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = memory;
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    resource.res.linear.sizeInBytes = bytes;
    return resource;
}

cudaSurfaceObject_t surface_of(cudaArray_t array)
{
    const cudaResourceDesc resource = resource_of(array);
    cudaSurfaceObject_t surface{};
    cudaCreateSurfaceObject(&surface, &resource);
    return surface;
}

// A filled array with a texture and a surface.
struct Picture {
    explicit Picture(bool filled = true) : array(float_array(cudaArraySurfaceLoadStore))
    {
        if (filled)
            fill(array);
        texture = texture_of(resource_of(array));
        surface = surface_of(array);
    }
    ~Picture()
    {
        cudaDestroyTextureObject(texture);
        cudaDestroySurfaceObject(surface);
        cudaFreeArray(array);
    }
    Picture(const Picture&) = delete;
    Picture& operator=(const Picture&) = delete;

    cudaArray_t array;
    cudaTextureObject_t texture{};
    cudaSurfaceObject_t surface{};
};

__global__ void read_destroyed(cudaTextureObject_t texture, float* out)
{
    out[threadIdx.x] = tex2D<float>(texture, threadIdx.x + 0.5f, 0.5f);  // here: a_destroyed_texture
}
__global__ void read_freed(cudaTextureObject_t texture, float* out)
{
    out[threadIdx.x] = tex2D<float>(texture, threadIdx.x + 0.5f, 0.5f);  // here: a_texture_of_a_freed_array
}
__global__ void read_freed_memory(cudaTextureObject_t texture, float* out)
{
    out[threadIdx.x] = tex1Dfetch<float>(texture, threadIdx.x);  // here: a_texture_of_freed_memory
}
__global__ void read_unwritten(cudaTextureObject_t texture, float* out)
{
    out[threadIdx.x] = tex2D<float>(texture, threadIdx.x + 0.5f, 0.5f);  // here: a_texture_that_nobody_filled
}
__global__ void read_as_integers(cudaTextureObject_t texture, int* out)
{
    out[threadIdx.x] = tex2D<int>(texture, threadIdx.x + 0.5f, 0.5f);  // here: floats_read_as_integers
}
__global__ void read_other_shape(cudaTextureObject_t texture, float* out)
{
    out[threadIdx.x] =
        tex3D<float>(texture, threadIdx.x + 0.5f, 0.5f, 0.5f);  // here: a_picture_read_as_a_box
}
__global__ void read_surface_as_texture(cudaTextureObject_t texture, float* out)
{
    out[threadIdx.x] = tex2D<float>(texture, threadIdx.x + 0.5f, 0.5f);  // here: a_surface_read_as_a_texture
}
__global__ void write_x_in_elements(cudaSurfaceObject_t surface)
{
    surf2Dwrite(1.0f, surface, threadIdx.x, 0);  // here: x_in_elements
}
__global__ void write_outside(cudaSurfaceObject_t surface)
{
    surf2Dwrite(1.0f, surface, (threadIdx.x + 1) * 4, 0);  // here: a_write_outside_of_a_surface
}
__global__ void write_one_element(cudaSurfaceObject_t surface)
{
    surf2Dwrite(float(threadIdx.x), surface, 0, 0);  // here: threads_write_one_element
}
__global__ void write_same_value(cudaSurfaceObject_t surface)
{
    surf2Dwrite(7.0f, surface, 0, 0);
}
__global__ void write_and_fetch(cudaSurfaceObject_t surface, cudaTextureObject_t texture, float* out)
{
    surf2Dwrite(1.0f, surface, threadIdx.x * 4, 0);
    __syncthreads();
    out[threadIdx.x] =
        tex2D<float>(texture, 31.5f - threadIdx.x, 0.5f);  // here: a_fetch_of_what_the_launch_wrote
}
__global__ void fetch_and_write(cudaSurfaceObject_t surface)
{
    const float value = surf2Dread<float>(surface, (threadIdx.x + 1) % kWidth * 4, 0);
    surf2Dwrite(value + 1, surface, threadIdx.x * 4, 0);  // here: a_read_beside_a_write
}

template <class... Arguments>
void launch(void (*kernel)(Arguments...), Arguments... arguments)
{
    kernel<<<1, kWidth>>>(arguments...);
    cudaDeviceSynchronize();
}

Case a_destroyed_texture("a_destroyed_texture", __FILE__, [] {
    Picture picture;
    float* out = zeroes<float>(kWidth);
    cudaDestroyTextureObject(picture.texture);  // here: destruction
    launch(read_destroyed, picture.texture, out);
    picture.texture = 0;
    cudaFree(out);
});

Case a_texture_of_a_freed_array("a_texture_of_a_freed_array", __FILE__, [] {
    float* out = zeroes<float>(kWidth);
    const cudaArray_t array = float_array();
    fill(array);
    const cudaTextureObject_t texture = texture_of(resource_of(array));
    cudaFreeArray(array);  // here: release
    launch(read_freed, texture, out);
    cudaFree(out);
});

Case a_texture_of_freed_memory("a_texture_of_freed_memory", __FILE__, [] {
    float *out = zeroes<float>(kWidth), *memory = zeroes<float>(kWidth);
    const cudaTextureObject_t texture = texture_of(linear(memory, kWidth * 4));
    cudaFree(memory);
    launch(read_freed_memory, texture, out);
    cudaFree(out);
});

Case a_texture_that_nobody_filled("a_texture_that_nobody_filled", __FILE__, [] {
    Picture picture(false);
    float* out = zeroes<float>(kWidth);
    launch(read_unwritten, picture.texture, out);
    keep(out, 1);
    cudaFree(out);
});

Case floats_read_as_integers("floats_read_as_integers", __FILE__, [] {
    Picture picture;
    int* out = zeroes<int>(kWidth);
    launch(read_as_integers, picture.texture, out);
    cudaFree(out);
});

Case a_picture_read_as_a_box("a_picture_read_as_a_box", __FILE__, [] {
    Picture picture;
    float* out = zeroes<float>(kWidth);
    launch(read_other_shape, picture.texture, out);
    cudaFree(out);
});

Case a_surface_read_as_a_texture("a_surface_read_as_a_texture", __FILE__, [] {
    Picture picture;
    float* out = zeroes<float>(kWidth);
    launch(read_surface_as_texture, picture.surface, out);
    cudaFree(out);
});

Case x_in_elements("x_in_elements", __FILE__, [] {
    Picture picture;
    launch(write_x_in_elements, picture.surface);
});

Case a_write_outside_of_a_surface("a_write_outside_of_a_surface", __FILE__, [] {
    Picture picture;
    launch(write_outside, picture.surface);
});

Case threads_write_one_element("threads_write_one_element", __FILE__, [] {
    Picture picture;
    launch(write_one_element, picture.surface);
});

Case threads_write_one_value("threads_write_one_value", __FILE__, [] {
    Picture picture;
    launch(write_same_value, picture.surface);
});

Case a_fetch_of_what_the_launch_wrote("a_fetch_of_what_the_launch_wrote", __FILE__, [] {
    Picture picture;
    float* out = zeroes<float>(kWidth);
    launch(write_and_fetch, picture.surface, picture.texture, out);
    cudaFree(out);
});

Case a_read_beside_a_write("a_read_beside_a_write", __FILE__, [] {
    Picture picture;
    fetch_and_write<<<2, kWidth>>>(picture.surface);
    cudaDeviceSynchronize();
});

Case a_texture_from_launch_to_launch("a_texture_from_launch_to_launch", __FILE__, [] {
    Picture picture(false);
    float* out = zeroes<float>(kWidth);
    launch(write_same_value, picture.surface);
    const std::vector<float> row(kWidth, 3.0f);
    cudaMemcpyToArray(picture.array, 0, 0, row.data(), kWidth * 4, cudaMemcpyHostToDevice);
    launch(read_unwritten, picture.texture, out);
    keep(out, 1);
    cudaFree(out);
});

// Counters.

__global__ void count_fetches(cudaTextureObject_t texture, float* out)
{
    if (threadIdx.x < 20)
        out[threadIdx.x] = tex2D<float>(texture, threadIdx.x + 0.5f, 0.5f) +  // here: fetches
                           tex2D<float>(texture, threadIdx.x + 0.5f, 1.5f);
}
__global__ void count_surfaces(cudaSurfaceObject_t surface)
{
    const float value = surf2Dread<float>(surface, threadIdx.x * 4, threadIdx.y);  // here: surface_reads
    surf2Dwrite(value, surface, threadIdx.x * 4, threadIdx.y + 2);                 // here: surface_writes
}

Case fetches_are_counted("fetches_are_counted", __FILE__, [] {
    Picture picture;
    float* out = zeroes<float>(kWidth);
    launch(count_fetches, picture.texture, out);
    cudaFree(out);
});

Case surfaces_are_counted("surfaces_are_counted", __FILE__, [] {
    Picture picture;
    count_surfaces<<<1, dim3(kWidth, 2)>>>(picture.surface);
    cudaDeviceSynchronize();
});

}  // namespace
}  // namespace textures
