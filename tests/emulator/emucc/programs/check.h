// What these programs share, in the manner of many a course: every call is checked.
#pragma once

#include <cstdio>
#include <cstdlib>

#define CUDA_CHECK(call)                                                                               \
    do {                                                                                               \
        const cudaError_t error_ = (call);                                                             \
        if (error_ != cudaSuccess) {                                                                   \
            fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(error_)); \
            exit(1);                                                                                   \
        }                                                                                              \
    } while (0)

// Ends the program if the condition does not hold.
inline void expect(bool condition, const char* what)
{
    if (!condition) {
        fprintf(stderr, "wrong result: %s\n", what);
        exit(1);
    }
}
