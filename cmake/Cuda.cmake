# CUDA with nvcc, for the backend cuda.

# Machine code for the GPU at hand; without one, for common GPUs, with PTX for later ones.
if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES AND NOT DEFINED ENV{CUDAARCHS})
  if(gpu_visible)
    set(CMAKE_CUDA_ARCHITECTURES native)
  else()
    set(CMAKE_CUDA_ARCHITECTURES 75-real 80-real 90)
    message(STATUS "cuda_ladders: no GPU here: compiling for sm_75, sm_80, and sm_90 and newer; "
      "-DCMAKE_CUDA_ARCHITECTURES=90 compiles for one, in less time")
  endif()
endif()
enable_language(CUDA)
if(NOT DEFINED CMAKE_CUDA20_STANDARD_COMPILE_OPTION)  # CMake before 3.26 does not know C++20 for nvcc
  set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION -std=c++20)
  set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION -std=c++20)
endif()
set(CMAKE_CUDA_STANDARD 20)
set(CMAKE_CUDA_EXTENSIONS OFF)
if(CMAKE_CUDA_COMPILER_VERSION VERSION_LESS 12.0)
  message(FATAL_ERROR " cuda_ladders: nvcc ${CMAKE_CUDA_COMPILER_VERSION} is too old: CUDA 12.0 or newer is needed")
endif()
find_package(CUDAToolkit REQUIRED)
