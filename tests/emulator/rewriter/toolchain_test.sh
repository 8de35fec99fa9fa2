#!/bin/sh
# Tests of cmake/EmulatorToolchain.cmake on a project of its own, with the least that can stand in for the emulator.
#
#   toolchain_test.sh <cmake folder> <cmake> <generator> <compiler> <cuda_rewriter> <scratch folder>
set -u

modules=$1
cmake=$2
generator=$3
compiler=$4
rewriter=$5
scratch="$6/with a space"
rm -rf "$scratch"
mkdir -p "$scratch/sub" "$scratch/emulator" && cd "$scratch" || exit 1

failures=0
fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# One OBJECT library in a folder of its own, with a .cu and a .cpp file, linked into two programs.
cat >emulator/cuda_runtime.h <<'END'
#define __global__ __attribute__(()) __attribute__(())
namespace emu {
inline void enter_kernel(const char*) {}
struct RegisteredKernel {
    template <class Kernel>
    RegisteredKernel(Kernel, const char*) {}
};
template <class T>
T& argument(T& argument)
{
    return argument;
}
template <class... Arguments>
void leave_kernel(Arguments&...)
{
}
template <class Kernel>
Kernel launch(Kernel kernel, const char*, int, int)
{
    return kernel;
}
}
END
cat >emulator/callbacks.cpp <<'END'
// The compiler's callbacks, which do nothing here.
extern "C" {
void __tsan_init() {}
void __tsan_read4(void*) {}
void __tsan_write4(void*) {}
void __tsan_read8(void*) {}
void __tsan_write8(void*) {}
void __sanitizer_cov_trace_pc() {}
}
END
cat >CMakeLists.txt <<END
cmake_minimum_required(VERSION 3.24)
project(toolchain_test CXX)
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
add_library(cuda_emulator STATIC emulator/callbacks.cpp)
target_include_directories(cuda_emulator PUBLIC emulator)
include("$modules/EmulatorToolchain.cmake")
add_subdirectory(sub)
add_executable(first main.cpp)
target_link_libraries(first PRIVATE kernels)
add_executable(second main.cpp)
target_link_libraries(second PRIVATE kernels)
END
cat >sub/CMakeLists.txt <<'END'
add_library(kernels OBJECT kernel.cu host.cpp)
target_compile_options(kernels PRIVATE -Wall -Wextra -Werror)
emulator_cuda_target(kernels)
END
cat >sub/kernel.cu <<'END'
#include "answer.h"
__global__ void write(int* p, int value) { *p = value; }
int from_kernel()
{
    static int result;
    write<<<1, 1>>>(&result, ANSWER);
    return result;
}
END
echo '#define ANSWER 42' >sub/answer.h
echo 'int from_host(const int* p) { return *p; }' >sub/host.cpp
cat >main.cpp <<'END'
#include <cstdlib>
int from_kernel();
int from_host(const int*);
int main(int, char** arguments)
{
    const int result = from_kernel();
    return from_host(&result) != std::atoi(arguments[1]);
}
END

build() {
    "$cmake" --build build >log 2>&1 || { fail "$1 builds"; cat log; }
}

# Newer than its sources, so it need not be built here.
mkdir -p build/emulator && cp "$rewriter" build/emulator/cuda_rewriter
"$cmake" -G "$generator" -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=Release -B build . >log 2>&1 ||
    { cat log; exit 1; }
build "the project"
for program in first second; do
    build/$program 42 || fail "the $program program of the object library runs"
done

instrumented=$(find build -name 'kernel.cu*.o')
plain=$(find build -name 'host.cpp*.o')
nm "$instrumented" | grep -q __tsan_write4 || fail ".cu files are instrumented"
nm "$plain" | grep -q __tsan && fail ".cpp files are not instrumented"
grep -q 'kernel\.cu' build/compile_commands.json || fail "compile_commands.json holds the .cu file"
grep 'kernel\.cu' build/compile_commands.json | grep -q cuda_rewriter && fail "compile_commands.json names the compiler alone"

build "an unchanged project"
grep -q 'Building' log && fail "nothing is compiled again without a change"

sleep 1 # time stamps of some file systems are in seconds
echo '#define ANSWER 43' >sub/answer.h
build "a project with a changed header"
build/first 43 || fail "a changed header recompiles the .cu files that include it"

echo '#error broken' >sub/answer.h
"$cmake" --build build >log 2>&1 && fail "a broken .cu file breaks the build"
grep -q 'answer\.h:1' log || fail "the error names its file and line"

printf '%s\n' 'add_library(shared SHARED sub/kernel.cu)' 'emulator_cuda_target(shared)' >>CMakeLists.txt
"$cmake" build >log 2>&1 && fail "a shared library is refused"
grep -q 'shared: kernels cannot be in a shared library on the emulator' log || fail "it says why: $(cat log)"

[ "$failures" -eq 0 ] && echo "all right with $generator"
exit "$((failures > 0))"
