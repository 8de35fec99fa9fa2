# A toolchain file: for Linux on 64-bit Arm, on another machine; programs run under qemu-user. scripts/test_arm uses it.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
find_program(CUDA_LADDERS_ARM_COMPILER NAMES aarch64-linux-gnu-g++ aarch64-linux-gnu-g++-14 aarch64-linux-gnu-g++-13
  aarch64-linux-gnu-g++-12 REQUIRED)
set(CMAKE_CXX_COMPILER "${CUDA_LADDERS_ARM_COMPILER}")
find_program(CUDA_LADDERS_ARM_EMULATOR NAMES qemu-aarch64 qemu-aarch64-static REQUIRED)
set(CMAKE_CROSSCOMPILING_EMULATOR "${CUDA_LADDERS_ARM_EMULATOR};-L;/usr/aarch64-linux-gnu")
set(CMAKE_FIND_ROOT_PATH /usr/aarch64-linux-gnu)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
