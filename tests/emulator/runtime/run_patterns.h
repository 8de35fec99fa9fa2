// What a program of access patterns does on a GPU, for measure_patterns.sh.
#pragma once

#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

// Prints the name of each pattern and launches it. Gives the exit code.
template <class Pattern>
int run_patterns(const std::vector<Pattern>& patterns)
{
    for (const Pattern& pattern : patterns) {
        std::printf("%s\n", pattern.name);
        pattern.launch();
    }
    const cudaError_t error = cudaDeviceSynchronize();
    std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
    return error == cudaSuccess ? 0 : 1;
}
