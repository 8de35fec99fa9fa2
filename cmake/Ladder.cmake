# ladder(<name> <Topic> <header> [<topic>.cpp ...] v1_<idea>.cu v2_<idea>.cu ... [library_<which>.cu]
#        [GPU_ONLY <version>.cu ...] [SM_80 [<version>.cu ...]] [SM_90A <version>.cu ...] [LIBRARIES <target> ...] [NO_SELFTESTS])
#
# Topic is the topic's type and header the file that declares it; the .cpp files define the rest of the topic, if there
# is more. Makes
#   <name>_topic                     the topic without main(), for tests: link it
#   <name>_v1, <name>_v2, <name>_lib one program per version; its main() is generated. It is compiled with -O1 if there are .cpp
#                                    files: cpu(), which is timed, belongs there
#   <name>                           the program with all versions
#   <name>.selftest                  a test of all versions, with the top folder as its label; on the emulator, warps and
#                                    blocks run in random orders, and two more tests with the label `long` run them in
#                                    other orders
# Files named library_*.cu and those under GPU_ONLY and SM_90A are left out on the emulator. SM_80: the ladder's kernels, or
# those of the named files, need that compute capability, and are compiled for none that is older; those of the files under
# SM_90A are compiled for sm_90a alone. Such a version says .needs(80) or .needs_exactly(90), so that other GPUs refuse it by name. LIBRARIES are linked on the cuda
# backend only (CUDA::cublas, say). A version file in the folder that no ladder() names causes a warning.
# lab/tool/ladders.py reads these calls for what is not built: the site, the pictures, the exercises.

# CUDA sources compile with nvcc, or with the emulator's tool chain.
function(cuda_sources target)
  if(CUDA_LADDERS_BACKEND STREQUAL "emulator")
    emulator_cuda_target(${target} PRELUDE ladders_prelude)
  endif()
endfunction()

function(ladder name topic header)
  cmake_parse_arguments(PARSE_ARGV 3 arg "NO_SELFTESTS" "" "GPU_ONLY;SM_80;SM_90A;LIBRARIES")
  list(APPEND arg_GPU_ONLY ${arg_SM_90A})
  set(sources ${arg_UNPARSED_ARGUMENTS})
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  set(versions ${arg_UNPARSED_ARGUMENTS} ${arg_GPU_ONLY})
  list(FILTER versions EXCLUDE REGEX "\\.cpp$")
  _require_ladder_files(${name} "${topic}" "${header}" "${sources}" "${versions}")
  _warn_of_unnamed_versions("${versions}")
  if(CUDA_LADDERS_BACKEND STREQUAL "emulator")
    list(FILTER versions EXCLUDE REGEX "^library_")
    if(arg_GPU_ONLY)
      list(REMOVE_ITEM versions ${arg_GPU_ONLY})
    endif()
    set(arg_LIBRARIES)
  endif()

  if(sources)
    add_library(${name}_topic OBJECT ${sources})
    set(scope PUBLIC)
  else()
    add_library(${name}_topic INTERFACE)
    set(scope INTERFACE)
  endif()
  target_include_directories(${name}_topic ${scope} ${CMAKE_CURRENT_SOURCE_DIR})
  target_link_libraries(${name}_topic ${scope} ladders_common)

  set(main ${CMAKE_CURRENT_BINARY_DIR}/${name}_main.cpp)
  file(CONFIGURE OUTPUT ${main} @ONLY CONTENT [[
#include "@header@"

std::vector<ladders::VersionInfo> all_versions_of_ladder();

int main(int argc, char** argv)
{
    return ladders::ladder_main<@topic@>(argc, argv, all_versions_of_ladder());
}
]])
  _collect_ideas(${name} ${topic} "${versions}" ideas)
  add_library(${name}_main OBJECT ${main} ${ideas})
  target_link_libraries(${name}_main PRIVATE ${name}_topic)
  if(sources)  # else the sequential reference is in the header, and is timed
    set_source_files_properties(${main} PROPERTIES COMPILE_OPTIONS -O1)
  endif()

  cmake_path(RELATIVE_PATH CMAKE_CURRENT_SOURCE_DIR BASE_DIRECTORY ${CMAKE_SOURCE_DIR} OUTPUT_VARIABLE folder)
  string(REGEX MATCH "^[^/]+" label ${folder})
  set(orders)
  if(CUDA_LADDERS_BACKEND STREQUAL "emulator")
    set(orders --warp-order random:7 --block-order random:11)
  endif()
  if(LADDER_HEADER)  # precompiled
    target_precompile_headers(${name}_main REUSE_FROM ${LADDER_HEADER})
    if(sources)
      target_precompile_headers(${name}_topic REUSE_FROM ${LADDER_HEADER})
    endif()
  endif()

  add_executable(${name})
  target_link_libraries(${name} PRIVATE ${name}_main ${name}_topic ladders_common ${arg_LIBRARIES})
  foreach(file IN LISTS versions)
    _version_suffix(${file} suffix)
    set(program ${name}_${suffix})
    add_library(${program}_object OBJECT ${file})
    target_link_libraries(${program}_object PRIVATE ${name}_topic)
    cuda_sources(${program}_object)
    if(file IN_LIST arg_SM_90A)
      set_target_properties(${program}_object PROPERTIES CUDA_ARCHITECTURES 90a-real)
    elseif(file IN_LIST arg_SM_80 OR "SM_80" IN_LIST arg_KEYWORDS_MISSING_VALUES)
      _architectures_from(80 architectures)
      set_target_properties(${program}_object PROPERTIES CUDA_ARCHITECTURES "${architectures}")
    endif()
    add_executable(${program})
    target_link_libraries(${program} PRIVATE ${name}_main ${name}_topic ${program}_object ladders_common ${arg_LIBRARIES})
    target_link_libraries(${name} PRIVATE ${program}_object)
  endforeach()
  if(arg_NO_SELFTESTS)
    return()
  endif()
  add_test(NAME ${name}.selftest COMMAND ${name} --selftest ${orders})
  set_tests_properties(${name}.selftest PROPERTIES SKIP_RETURN_CODE 77 LABELS ${label})
  if(TARGET default_tests)
    add_dependencies(default_tests ${name})
  endif()
  if(CUDA_LADDERS_BACKEND STREQUAL "emulator")
    foreach(order forward reverse)
      add_test(NAME ${name}.selftest.${order} COMMAND ${name} --selftest --warp-order ${order} --block-order ${order})
      set_tests_properties(${name}.selftest.${order} PROPERTIES LABELS "${label};long")
    endforeach()
  endif()
endfunction()

# Those of CMAKE_CUDA_ARCHITECTURES that are `least` or newer, or `least` if there is none: GPUs that are older refuse the
# version before they need its code.
function(_architectures_from least result)
  set(all ${CMAKE_CUDA_ARCHITECTURES})
  if(all STREQUAL "native")
    set(all ${CMAKE_CUDA_ARCHITECTURES_NATIVE})
  elseif(all STREQUAL "all")
    set(all ${CMAKE_CUDA_ARCHITECTURES_ALL})
  elseif(all STREQUAL "all-major")
    set(all ${CMAKE_CUDA_ARCHITECTURES_ALL_MAJOR})
  endif()
  set(new_enough)
  foreach(architecture IN LISTS all)
    string(REGEX MATCH "^[0-9]+" number ${architecture})
    if(number GREATER_EQUAL least)
      list(APPEND new_enough ${architecture})
    endif()
  endforeach()
  if(NOT new_enough)
    set(new_enough ${least}-real)
  endif()
  set(${result} ${new_enough} PARENT_SCOPE)
endfunction()

# Makes a source file that lists the ladder's ideas, and gives its name: see LadderIdeas.cmake.
set(LADDER_IDEAS_SCRIPT ${CMAKE_CURRENT_LIST_DIR}/LadderIdeas.cmake)
function(_collect_ideas name topic versions result)
  list(FILTER versions INCLUDE REGEX "^v")
  list(JOIN versions " " files)
  cmake_path(RELATIVE_PATH CMAKE_CURRENT_SOURCE_DIR BASE_DIRECTORY ${CMAKE_SOURCE_DIR} OUTPUT_VARIABLE folder)
  set(ideas ${CMAKE_CURRENT_BINARY_DIR}/${name}_ideas.cpp)
  set(depends ${versions})
  list(TRANSFORM depends PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
  add_custom_command(OUTPUT ${ideas}.stamp BYPRODUCTS ${ideas}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${ideas} -DTOPIC=${topic} -DFOLDER=${folder} -DFOLDER_PATH=${CMAKE_CURRENT_SOURCE_DIR}
            "-DFILES=${files}" -P ${LADDER_IDEAS_SCRIPT}
    COMMAND ${CMAKE_COMMAND} -E touch ${ideas}.stamp
    DEPENDS ${depends} ${LADDER_IDEAS_SCRIPT}
    COMMENT "Collecting the ideas of ${name}" VERBATIM)
  set(${result} ${ideas} ${ideas}.stamp PARENT_SCOPE)
endfunction()

# v3_sequential.cu -> v3; library_cub.cu -> lib; anything else -> nothing.
function(_version_suffix file result)
  if(file MATCHES "^v([1-9][0-9]*)_.+\\.cu$")
    set(${result} v${CMAKE_MATCH_1} PARENT_SCOPE)
  elseif(file MATCHES "^library_.+\\.cu$")
    set(${result} lib PARENT_SCOPE)
  else()
    set(${result} "" PARENT_SCOPE)
  endif()
endfunction()

# Stops with one line if a ladder's files are not what ladder() takes.
function(_require_ladder_files name topic header sources versions)
  cmake_path(RELATIVE_PATH CMAKE_CURRENT_LIST_FILE BASE_DIRECTORY ${CMAKE_SOURCE_DIR} OUTPUT_VARIABLE lists_file)
  set(prefix " cuda_ladders: ${lists_file}: ladder(${name})")
  if(NOT topic MATCHES "^[A-Za-z_][A-Za-z_0-9:]*$" OR NOT header MATCHES "\\.h$")
    message(FATAL_ERROR "${prefix}: after the name come the topic's type and its header, not '${topic}' and '${header}'")
  endif()
  foreach(file IN LISTS header sources versions)
    if(NOT EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${file})
      message(FATAL_ERROR "${prefix}: there is no file ${file}")
    endif()
  endforeach()
  foreach(file IN LISTS versions)
    _version_suffix(${file} suffix)
    if(NOT suffix)
      message(FATAL_ERROR "${prefix}: ${file} is named neither v<number>_<idea>.cu nor library_<which>.cu")
    elseif(DEFINED file_of_${suffix})
      message(FATAL_ERROR "${prefix}: ${file_of_${suffix}} and ${file} are both ${name}_${suffix}")
    endif()
    set(file_of_${suffix} ${file})
  endforeach()
endfunction()

# At the end of this CMakeLists, warns in one line of each version file in its folder that no ladder() there names.
function(_warn_of_unnamed_versions versions)
  get_property(begun DIRECTORY PROPERTY LADDER_VERSIONS SET)
  set_property(DIRECTORY APPEND PROPERTY LADDER_VERSIONS ${versions})
  if(NOT begun)
    cmake_language(DEFER CALL _warn_of_unnamed_versions_now)
  endif()
endfunction()

function(_warn_of_unnamed_versions_now)
  get_property(named DIRECTORY PROPERTY LADDER_VERSIONS)
  file(GLOB files CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/v*.cu)
  list(FILTER files INCLUDE REGEX "^v[0-9]+_")
  if(files AND named)
    list(REMOVE_ITEM files ${named})
  endif()
  cmake_path(RELATIVE_PATH CMAKE_CURRENT_SOURCE_DIR BASE_DIRECTORY ${CMAKE_SOURCE_DIR} OUTPUT_VARIABLE folder)
  foreach(file IN LISTS files)
    message(NOTICE "cuda_ladders: warning: ${folder}/${file} is not built: add it to ladder() in ${folder}/CMakeLists.txt")
  endforeach()
endfunction()
