// Access patterns of textures and surfaces. With nvcc this is a program that launches each of them once and prints its name
// (measure_patterns.sh --textures); on the emulator a test launches them.
#include "run_patterns.h"
#include "texture_patterns.h"

#include <cuda_runtime.h>

#include <iterator>
#include <vector>

namespace {

constexpr int kSide = 256, kTextureBlocks = 4, kTextureThreads = 128;

cudaTextureObject_t picture, filtered, wide, bytes, box, layers, line;
cudaSurfaceObject_t surface;
float* out;

struct AlongX {
    static __device__ float2 at(int i) { return {i % kSide + 0.5f, i / kSide + 0.5f}; }
};
struct AlongY {
    static __device__ float2 at(int i) { return {i / kSide + 0.5f, i % kSide + 0.5f}; }
};
// A warp reads a block of 8 x 4.
struct Blocks {
    static __device__ float2 at(int i) { return {i / 32 * 8 + i % 8 + 0.5f, i % 32 / 8 + 0.5f}; }
};
struct OneElement {
    static __device__ float2 at(int) { return {3.5f, 4.5f}; }
};
struct Stride4 {
    static __device__ float2 at(int i) { return {i * 4 % kSide + 0.5f, i / 64 + 0.5f}; }
};
struct Outside {
    static __device__ float2 at(int i) { return {float(-1 - i), 0.5f}; }
};
struct Between {
    static __device__ float2 at(int i) { return {i % kSide + 0.25f, i / kSide + 0.75f}; }
};

__device__ int index()
{
    return blockIdx.x * blockDim.x + threadIdx.x;
}

template <class Where>
__global__ void fetch(cudaTextureObject_t texture, float* to)
{
    const float2 at = Where::at(index());
    to[index()] = tex2D<float>(texture, at.x, at.y);
}
template <class T, class Where>
__global__ void fetch_vector(cudaTextureObject_t texture, float* to)
{
    const float2 at = Where::at(index());
    const T value = tex2D<T>(texture, at.x, at.y);
    to[index()] = float(value.x + value.y + value.z + value.w);
}
template <int stride>
__global__ void fetch_linear(cudaTextureObject_t texture, float* to)
{
    to[index()] = tex1Dfetch<float>(texture, index() * stride);
}
__global__ void fetch_some(cudaTextureObject_t texture, float* to)
{
    if (threadIdx.x % 32 < 5)
        to[index()] = tex2D<float>(texture, index() + 0.5f, 0.5f);
}
__global__ void fetch_box(cudaTextureObject_t texture, float* to)
{
    to[index()] = tex3D<float>(texture, index() % 16 + 0.5f, index() / 16 % 16 + 0.5f, index() / 256 + 0.5f);
}
__global__ void fetch_layers(cudaTextureObject_t texture, float* to)
{
    to[index()] = tex2DLayered<float>(texture, index() % 16 + 0.5f, index() / 16 % 16 + 0.5f, index() / 256);
}
__global__ void fetch_twice(cudaTextureObject_t texture, float* to)
{
    to[index()] = tex2D<float>(texture, index() + 0.5f, 0.5f) + tex2D<float>(texture, index() + 0.5f, 1.5f);
}
__global__ void copy_surface(cudaSurfaceObject_t of, float*)
{
    const float value = surf2Dread<float>(of, index() % kSide * 4, index() / kSide);
    surf2Dwrite(value, of, index() % kSide * 4, 100 + index() / kSide);
}
__global__ void store_columns(cudaSurfaceObject_t of, float*)
{
    surf2Dwrite(1.0f, of, index() / kSide * 4, index() % kSide);
}

template <void (*kernel)(unsigned long long, float*), unsigned long long& object>
void run()
{
    kernel<<<kTextureBlocks, kTextureThreads>>>(object, out);
}

constexpr TexturePattern kTexturePatterns[] = {
    {"texture float along x", run<fetch<AlongX>, picture>},
    {"texture float along y", run<fetch<AlongY>, picture>},
    {"texture float blocks of 8 by 4", run<fetch<Blocks>, picture>},
    {"texture float one element", run<fetch<OneElement>, picture>},
    {"texture float stride 4", run<fetch<Stride4>, picture>},
    {"texture float outside", run<fetch<Outside>, picture>},
    {"texture float filtered", run<fetch<Between>, filtered>},
    {"texture float filtered along y", run<fetch<AlongY>, filtered>},
    {"texture float4 along x", run<fetch_vector<float4, AlongX>, wide>},
    {"texture uchar4 along x", run<fetch_vector<uchar4, AlongX>, bytes>},
    {"texture linear", run<fetch_linear<1>, line>, 4},
    {"texture linear stride 8", run<fetch_linear<8>, line>, 4},
    {"texture linear stride 33", run<fetch_linear<33>, line>, 4},
    {"texture some lanes: 5 of 32", run<fetch_some, picture>, 2},
    {"texture 3D", run<fetch_box, box>},
    {"texture layers", run<fetch_layers, layers>},
    {"texture two fetches", run<fetch_twice, picture>},
    {"surface read and write", run<copy_surface, surface>, 4},
    {"surface write along y", run<store_columns, surface>, 4},
};

// Filled with zeroes.
template <class T>
cudaResourceDesc zeroed_array(int width, int height, int depth, unsigned flags)
{
    const cudaChannelFormatDesc desc = cudaCreateChannelDesc<T>();
    cudaResourceDesc resource = {};
    cudaMalloc3DArray(&resource.res.array.array, &desc, make_cudaExtent(width, height, depth), flags);
    const std::vector<char> zeroes(sizeof(T) * width * height * (depth ? depth : 1));
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(const_cast<char*>(zeroes.data()), width * sizeof(T), width, height);
    copy.dstArray = resource.res.array.array;
    copy.extent = make_cudaExtent(width, height, depth ? depth : 1);
    copy.kind = cudaMemcpyHostToDevice;
    cudaMemcpy3D(&copy);
    return resource;
}

cudaTextureObject_t texture_of(const cudaResourceDesc& resource,
                               cudaTextureFilterMode filter = cudaFilterModePoint)
{
    cudaTextureDesc how = {};
    how.addressMode[0] = how.addressMode[1] = how.addressMode[2] = cudaAddressModeClamp;
    how.filterMode = filter;
    cudaTextureObject_t texture = 0;
    cudaCreateTextureObject(&texture, &resource, &how, nullptr);
    return texture;
}

}  // namespace

void prepare_texture_patterns()
{
    cudaMalloc(&out, kTextureBlocks * kTextureThreads * sizeof(float));
    const cudaResourceDesc plain = zeroed_array<float>(kSide, kSide, 0, cudaArraySurfaceLoadStore);
    picture = texture_of(plain);
    filtered = texture_of(plain, cudaFilterModeLinear);
    wide = texture_of(zeroed_array<float4>(kSide, kSide, 0, 0));
    bytes = texture_of(zeroed_array<uchar4>(kSide, kSide, 0, 0));
    box = texture_of(zeroed_array<float>(16, 16, 16, 0));
    layers = texture_of(zeroed_array<float>(16, 16, 4, cudaArrayLayered));
    cudaCreateSurfaceObject(&surface, &plain);
    constexpr int kLine = kTextureBlocks * kTextureThreads * 33;
    cudaResourceDesc linear = {};
    linear.resType = cudaResourceTypeLinear;
    linear.res.linear.desc = cudaCreateChannelDesc<float>();
    linear.res.linear.sizeInBytes = kLine * sizeof(float);
    cudaMalloc(&linear.res.linear.devPtr, kLine * sizeof(float));
    cudaMemset(linear.res.linear.devPtr, 0, kLine * sizeof(float));
    line = texture_of(linear);
}

std::vector<TexturePattern> all_texture_patterns()
{
    return {std::begin(kTexturePatterns), std::end(kTexturePatterns)};
}

#ifndef CUDA_EMULATOR
int main()
{
    prepare_texture_patterns();
    return run_patterns(all_texture_patterns());
}
#endif
