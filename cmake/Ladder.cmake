# ladder(<name> <topic>.cpp ... v1_<idea>.cu v2_<idea>.cu ... [library_<which>.cu]
#        [GPU_ONLY <version>.cu ...] [LIBRARIES <target> ...])
#
# Makes the executables <name>_v1, <name>_v2, ..., <name>_lib (one version each) and <name> (all of them), and a test
# <name>_v<k>.selftest for each. The .cpp files hold the topic's definitions, and main(). Files named library_*.cu and
# those under GPU_ONLY are left out on the emulator. LIBRARIES are linked on the cuda backend only (CUDA::cublas, say).
#
# ladder_test(<name> <test>.cpp): a GoogleTest program with all of the ladder's versions but without its main().

# CUDA sources compile with nvcc, or with the emulator's tool chain.
function(cuda_sources target)
  if(CUDA_LADDERS_BACKEND STREQUAL "emulator")
    emulator_cuda_target(${target})
  endif()
endfunction()

function(ladder name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "GPU_ONLY;LIBRARIES")
  set(topic ${arg_UNPARSED_ARGUMENTS})
  list(FILTER topic INCLUDE REGEX "\\.cpp$")
  set(versions ${arg_UNPARSED_ARGUMENTS})
  list(FILTER versions EXCLUDE REGEX "\\.cpp$")
  if(CUDA_LADDERS_BACKEND STREQUAL "emulator")
    list(FILTER versions EXCLUDE REGEX "^library_")
    set(arg_LIBRARIES)
  else()
    list(APPEND versions ${arg_GPU_ONLY})
  endif()

  add_library(${name}_topic OBJECT ${topic})
  target_link_libraries(${name}_topic PUBLIC ladders_common)
  add_executable(${name})
  target_link_libraries(${name} PRIVATE ${name}_topic ladders_common ${arg_LIBRARIES})

  set(all_objects)
  foreach(file IN LISTS versions)
    if(file MATCHES "^v([0-9]+)_.*\\.cu$")
      set(suffix v${CMAKE_MATCH_1})
    elseif(file MATCHES "^library_.*\\.cu$")
      set(suffix lib)
    else()
      message(FATAL_ERROR "ladder(${name}): ${file} is named neither v<number>_<idea>.cu nor library_<which>.cu")
    endif()
    set(program ${name}_${suffix})
    if(TARGET ${program})
      message(FATAL_ERROR "ladder(${name}): two files for ${program}")
    endif()
    add_library(${program}_object OBJECT ${file})
    target_link_libraries(${program}_object PUBLIC ladders_common)
    cuda_sources(${program}_object)
    add_executable(${program})
    target_link_libraries(${program} PRIVATE ${name}_topic ${program}_object ladders_common ${arg_LIBRARIES})
    list(APPEND all_objects ${program}_object)
    add_test(NAME ${program}.selftest COMMAND ${program} --selftest)
    set_tests_properties(${program}.selftest PROPERTIES SKIP_RETURN_CODE 77)
  endforeach()
  target_link_libraries(${name} PRIVATE ${all_objects})
  set_property(GLOBAL PROPERTY ladder_${name}_objects ${name}_topic ${all_objects})
endfunction()
