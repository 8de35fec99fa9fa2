# Compiling .cu files for the emulator, with the C++ compiler.
#
#   emulator_cuda_target(<target> [PRELUDE <prelude>])
#
# makes the .cu sources of <target>, an executable, or a static or an object library, CUDA sources for the emulator:
# emulator/rewriter/compile.sh rewrites what C++ cannot express, and the compiler instruments every memory
# access. The target's other sources are compiled as usual. Call it after the last target_sources().
#
#   emulator_prelude(<prelude> <header> <library>)
#
# precompiles <header>, with the options that linking <library> brings. The .cu sources of all targets with this
# prelude include the header first, and the compiler need not parse it for each of them. It pays where they include it
# anyway. A source that is compiled with other macros is compiled without it.
include_guard(GLOBAL)

if(NOT CMAKE_SYSTEM_NAME STREQUAL "Linux" OR NOT CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|aarch64)$")
  message(FATAL_ERROR " cuda_ladders: the emulator runs on Linux on 64-bit x86 or 64-bit Arm, not on ${CMAKE_SYSTEM_NAME} on ${CMAKE_SYSTEM_PROCESSOR}")
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 12)
  message(FATAL_ERROR " cuda_ladders: g++ ${CMAKE_CXX_COMPILER_VERSION} is too old for the emulator: install g++-12 or newer")
endif()

# The rewriter is needed to compile, so it is built while CMake configures, and again when its sources change.
function(_emulator_build_rewriter)
  set(directory "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../emulator/rewriter")
  cmake_path(NORMAL_PATH directory)
  file(GLOB sources "${directory}/*.cpp")
  file(GLOB headers "${directory}/*.h")
  set_property(DIRECTORY "${CMAKE_SOURCE_DIR}" APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${sources} ${headers})

  set(rewriter "${CMAKE_BINARY_DIR}/emulator/cuda_rewriter")
  set(up_to_date TRUE)
  foreach(file IN LISTS sources headers)
    if("${file}" IS_NEWER_THAN "${rewriter}") # also true if there is no rewriter yet
      set(up_to_date FALSE)
    endif()
  endforeach()

  if(NOT up_to_date)
    file(REMOVE "${rewriter}")
    unset(built CACHE)
    # As one source: most of the time goes into the standard library's headers.
    set(all "${CMAKE_BINARY_DIR}/emulator/cuda_rewriter.cpp")
    list(TRANSFORM sources REPLACE "(.+)" "#include \"\\1\"" OUTPUT_VARIABLE includes)
    list(JOIN includes "\n" includes)
    file(WRITE "${all}" "${includes}\n")
    if(CMAKE_CROSSCOMPILING) # it runs on the machine that compiles
      find_program(EMULATOR_BUILD_COMPILER NAMES c++ g++ clang++ DOC "Compiles for the machine that compiles" REQUIRED NO_CMAKE_FIND_ROOT_PATH)
      execute_process(COMMAND "${EMULATOR_BUILD_COMPILER}" -std=c++20 -O1 "${all}" -o "${rewriter}" OUTPUT_VARIABLE output ERROR_VARIABLE output)
    else()
      try_compile(built "${CMAKE_BINARY_DIR}/emulator/rewriter" SOURCES "${all}"
        COMPILE_DEFINITIONS -O1
        CXX_STANDARD 20 CXX_STANDARD_REQUIRED TRUE
        OUTPUT_VARIABLE output
        COPY_FILE "${rewriter}")
      unset(built CACHE)
    endif()
    if(NOT EXISTS "${rewriter}")
      message(FATAL_ERROR "The emulator's source rewriter (${directory}) does not compile:\n${output}")
    endif()
  endif()

  set(EMULATOR_REWRITER_DIRECTORY "${directory}" CACHE INTERNAL "The rewriter's sources and the compilers' flags")
  set(EMULATOR_REWRITER "${rewriter}" CACHE INTERNAL "Rewrites CUDA C++ for the emulator")
  set(EMULATOR_COMPILE_LAUNCHER "${directory}/compile.sh" CACHE INTERNAL "Compiles .cu files for the emulator")
endfunction()

# The flags of emulator/rewriter/flags.gnu or flags.clang, and those that are for this processor only.
function(_emulator_instrumentation result)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    set(name flags.gnu)
  else()
    set(name flags.clang)
  endif()
  set(all)
  foreach(file IN ITEMS "${name}" "${name}.${CMAKE_SYSTEM_PROCESSOR}")
    if(EXISTS "${EMULATOR_REWRITER_DIRECTORY}/${file}")
      file(STRINGS "${EMULATOR_REWRITER_DIRECTORY}/${file}" flags REGEX "^-")
      list(APPEND all ${flags})
      set_property(DIRECTORY "${CMAKE_SOURCE_DIR}" APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
        "${EMULATOR_REWRITER_DIRECTORY}/${file}")
    endif()
  endforeach()
  set(${result} "${all}" PARENT_SCOPE)
endfunction()

_emulator_build_rewriter()

function(emulator_cuda_target target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "PRELUDE" "")
  get_target_property(type ${target} TYPE)
  if(type MATCHES "SHARED|MODULE")
    message(FATAL_ERROR " ${target}: kernels cannot be in a shared library on the emulator; make it STATIC or OBJECT")
  endif()
  _emulator_instrumentation(instrumentation)
  set(options -D__CUDACC__=1 -include cuda_runtime.h ${instrumentation})
  set(depends "${EMULATOR_REWRITER}" "${EMULATOR_COMPILE_LAUNCHER}")
  set(launcher "${EMULATOR_COMPILE_LAUNCHER}")
  if(arg_PRELUDE AND TARGET ${arg_PRELUDE})
    get_target_property(header ${arg_PRELUDE} EMULATOR_PRELUDE_HEADER)
    get_target_property(prelude ${arg_PRELUDE} EMULATOR_PRELUDE)
    get_target_property(prelude_object ${arg_PRELUDE} EMULATOR_PRELUDE_OBJECT)
    list(APPEND options -include ${header})
    list(APPEND depends "${prelude_object}")
    list(APPEND launcher --prelude "${prelude}")
    add_dependencies(${target} ${arg_PRELUDE})
  endif()

  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cu$")
  foreach(source IN LISTS sources)
    get_source_file_property(prepared "${source}" TARGET_DIRECTORY ${target} EMULATOR_PREPARED)
    if(prepared)
      continue() # another target of this directory has the same source
    endif()
    # As nvcc does, give the source the CUDA runtime without an #include.
    set_property(SOURCE "${source}" TARGET_DIRECTORY ${target} APPEND PROPERTY COMPILE_OPTIONS ${options})
    set_property(SOURCE "${source}" TARGET_DIRECTORY ${target} APPEND PROPERTY OBJECT_DEPENDS "${depends}")
    set_source_files_properties("${source}" TARGET_DIRECTORY ${target} PROPERTIES
      LANGUAGE CXX SKIP_PRECOMPILE_HEADERS TRUE EMULATOR_PREPARED TRUE)
  endforeach()

  set_target_properties(${target} PROPERTIES CXX_COMPILER_LAUNCHER "${launcher};${EMULATOR_REWRITER}")
  target_link_libraries(${target} PUBLIC cuda_emulator)
endfunction()

# Compiling an empty source that includes nothing but the header makes the prelude, too. A generator for several
# configurations would need one for each.
function(emulator_prelude name header library)
  get_property(several_configurations GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  if(several_configurations OR NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    return()
  endif()
  set(source "${CMAKE_CURRENT_BINARY_DIR}/${name}.cu")
  set(prelude "${CMAKE_CURRENT_BINARY_DIR}/${name}")
  file(CONFIGURE OUTPUT "${source}" CONTENT "")
  add_library(${name} OBJECT "${source}")
  target_link_libraries(${name} PRIVATE ${library})
  emulator_cuda_target(${name})
  set_property(SOURCE "${source}" APPEND PROPERTY COMPILE_OPTIONS -include ${header})
  set_target_properties(${name} PROPERTIES
    CXX_COMPILER_LAUNCHER "${EMULATOR_COMPILE_LAUNCHER};--make-prelude;${prelude};${EMULATOR_REWRITER}"
    EMULATOR_PRELUDE_HEADER ${header}
    EMULATOR_PRELUDE "${prelude}"
    EMULATOR_PRELUDE_OBJECT "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${name}.dir/${name}.cu${CMAKE_CXX_OUTPUT_EXTENSION}")
endfunction()
