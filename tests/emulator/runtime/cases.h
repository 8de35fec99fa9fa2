// Cases: host functions in .cu files that launch kernels, run by tests in .cpp files, which are not instrumented.
#pragma once

#include "cuda_runtime.h"
#include "emulator.h"

#include <cstddef>
#include <string>
#include <vector>

namespace cases {

class Case {
public:
    Case(const char* name, const char* file, void (*run)());
};

// What a case left behind.
struct Outcome {
    std::string file;  // of the case
    cudaError_t error = cudaSuccess;
    std::size_t errors = 0;  // as emu::error_count() counts
    std::vector<emu::Report> reports, remarks;
    std::vector<emu::KernelCounters> counters;
};

// On a device that has been reset.
Outcome run(const std::string& name);

// The line of the case's file that has the comment "here: <name>".
int line_of(const Outcome& outcome, const std::string& name);

// Fails the running test unless the case gives no report, no remark and no error.
void expect_silent(const std::string& name);

// Fails the running test unless the case gives one remark and no error. The remark begins like this and is of the line
// "here: <name>".
void expect_remark(const std::string& name, const std::string& what);

// Fails the running test unless a report begins like this and is of the line "here: <name>".
// parts: must be in its text.
Outcome expect_report(const std::string& name, const std::string& what,
                      const std::vector<std::string>& parts = {});

// What a case found out; compared by its test.
std::vector<long>& results();

// A device array of n elements, copied from the host if `from` is not null.
template <class T>
T* device_array(std::size_t n, const T* from = nullptr)
{
    T* d = nullptr;
    cudaMalloc(&d, n * sizeof(T));
    if (from)
        cudaMemcpy(d, from, n * sizeof(T), cudaMemcpyHostToDevice);
    return d;
}

template <class T>
T* zeroes(std::size_t n)
{
    T* d = device_array<T>(n);
    cudaMemset(d, 0, n * sizeof(T));
    return d;
}

template <class T>
std::vector<T> to_host(const T* d, std::size_t n)
{
    std::vector<T> v(n);
    cudaMemcpy(v.data(), d, n * sizeof(T), cudaMemcpyDeviceToHost);
    return v;
}

// Keeps the first n elements as results of the case.
template <class T>
void keep(const T* d, std::size_t n)
{
    for (const T& x : to_host(d, n))
        results().push_back(long(x));
}

}  // namespace cases

#define CASE(name)                                               \
    static void name();                                          \
    static const cases::Case name##_case(#name, __FILE__, name); \
    static void name()
