# The compiler options of this project's targets: of all that are made after this file is included. Libraries that were
# fetched before do not get them.

# Host code is the reference that speedups are measured against: optimised in every build type. The presets set none, so
# that an assert() in a kernel holds. A target's own options come later, and so does add_compile_options() of a folder
# below. -lineinfo costs nothing and lets compute-sanitizer and Nsight Compute name source lines.
option(CUDA_LADDERS_DEBUG "Compile for cuda-gdb, not for speed (the preset gpu-debug)" OFF)
if(CUDA_LADDERS_DEBUG)
  add_compile_options(-O0 -g "$<$<COMPILE_LANGUAGE:CUDA>:-G>")
else()
  add_compile_options(-O3 "$<$<COMPILE_LANGUAGE:CUDA>:-lineinfo>")
endif()

add_library(cuda_ladders_warnings INTERFACE)
target_compile_options(cuda_ladders_warnings INTERFACE
  "$<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra>"
  "$<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall,-Wextra>")
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # False alarms on "text" + std::string (GCC bug 105651).
  target_compile_options(cuda_ladders_warnings INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:-Wno-restrict>")
endif()
link_libraries(cuda_ladders_warnings)
