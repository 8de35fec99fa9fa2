// What the emulator remembers of memory: how much room it takes, and copies of memory that nobody has written.
#include "cases.h"

#include <fstream>
#include <unistd.h>

using namespace cases;

namespace {

__global__ void increment_all(int* v, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        ++v[i];
}

__global__ void fill_odd_bytes(char* bytes)
{
    bytes[2 * threadIdx.x + 1] = char(threadIdx.x);
}

__global__ void read_bytes(const char* bytes, int step, int first, int* sum)
{
    atomicAdd(sum, bytes[step * threadIdx.x + first]);  // here: copy_of_an_unwritten_byte
}

long resident_bytes()
{
    long pages = 0, resident = 0;
    std::ifstream("/proc/self/statm") >> pages >> resident;
    return resident * sysconf(_SC_PAGESIZE);
}

constexpr int kElements = 1 << 20;

void measure(bool upload)
{
    increment_all<<<kElements / 256, 256>>>(zeroes<int>(1), 1);  // takes the threads' stacks
    const std::vector<int> ones(upload ? kElements : 0, 1);
    const long before = resident_bytes();
    int* v = upload ? device_array(kElements, ones.data()) : zeroes<int>(kElements);
    increment_all<<<kElements / 256, 256>>>(v, kElements);
    results().push_back(resident_bytes() - before);
    cudaFree(v);
    results().push_back(resident_bytes() - before);
}

// Copies bytes of which only the odd ones are written, from `from` to `to`, and reads every second one of the copy.
void copy_and_read(int from, int to, int n, int first)
{
    char *a = device_array<char>(80), *b = device_array<char>(80);
    cudaMemset(b, 1, 80);
    fill_odd_bytes<<<1, 40>>>(a);
    cudaMemcpy(b + to, a + from, std::size_t(n), cudaMemcpyDeviceToDevice);
    read_bytes<<<1, n / 2>>>(b + to, 2, first, zeroes<int>(1));
}

}  // namespace

CASE(memory_of_uploaded_array)
{
    measure(true);
}
CASE(memory_of_cleared_array)
{
    measure(false);
}
CASE(copies_of_written_bytes)
{
    for (int from = 0; from < 6; ++from)
        for (int to = 0; to < 6; ++to)
            for (int n : {2, 4, 6, 8, 62})
                copy_and_read(from, to, n, from % 2 == 0);
}
CASE(copy_of_an_unwritten_byte)
{
    copy_and_read(1, 3, 20, 1);
}
CASE(copies_of_unwritten_bytes)
{
    for (int from = 0; from < 6; ++from)
        for (int to = 0; to < 6; ++to)
            for (int n : {2, 4, 6, 8, 62})
                copy_and_read(from, to, n, from % 2 == 1);
}
CASE(bytes_around_a_copy)
{
    char *a = device_array<char>(16), *b = device_array<char>(16);
    cudaMemset(b, 1, 16);
    cudaMemcpy(b + 5, a + 6, 7, cudaMemcpyDeviceToDevice);  // nothing written
    read_bytes<<<1, 5>>>(b, 1, 0, zeroes<int>(1));
    read_bytes<<<1, 4>>>(b, 1, 12, zeroes<int>(1));
}
