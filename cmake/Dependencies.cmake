# The small libraries: an installed one if there is one, else fetched at a pinned commit.
include(FetchContent)
include(CTest)  # BUILD_TESTING

set(cuda_ladders_packages "libcli11-dev nlohmann-json3-dev libstb-dev libgtest-dev")

# Says in one line what to install where nothing can be fetched, instead of a page of download errors.
function(require_source name repository)
  string(TOUPPER ${name} upper)
  string(TOLOWER ${name} lower)
  if(FETCHCONTENT_SOURCE_DIR_${upper} OR EXISTS "${FETCHCONTENT_BASE_DIR}/${lower}-src")
    return()
  endif()
  find_program(GIT_EXECUTABLE git)
  set(failed TRUE)
  if(GIT_EXECUTABLE)
    execute_process(
      COMMAND ${CMAKE_COMMAND} -E env GIT_TERMINAL_PROMPT=0 ${GIT_EXECUTABLE} ls-remote --exit-code ${repository} HEAD
      RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET TIMEOUT 30)
  endif()
  if(failed)
    message(FATAL_ERROR " cuda_ladders: ${name} is not installed and cannot be fetched: install ${cuda_ladders_packages} (Debian, Ubuntu)")
  endif()
  message(STATUS "${name}: fetching")
endfunction()

# use_library(<name> <target> <repository> <commit>): find_package(<name>), else FetchContent.
macro(use_library name target repository commit)
  find_package(${name} QUIET)
  if(NOT TARGET ${target})
    require_source(${name} ${repository})
    FetchContent_Declare(${name} GIT_REPOSITORY ${repository} GIT_TAG ${commit})
    FetchContent_MakeAvailable(${name})
  endif()
endmacro()

set(JSON_BuildTests OFF)
set(JSON_SystemInclude ON)
set(INSTALL_GTEST OFF)
set(BUILD_GMOCK OFF)
set(CMAKE_POLICY_VERSION_MINIMUM 3.5)  # CMake 4 refuses what asks for less, as nlohmann-json does
use_library(CLI11 CLI11::CLI11 https://github.com/CLIUtils/CLI11.git
            6c7b07a878ad834957b98d0f9ce1dbe0cb204fc9)  # 2.4.2
use_library(nlohmann_json nlohmann_json::nlohmann_json https://github.com/nlohmann/json.git
            9cca280a4d0ccf0c08f47a99aa71d1b0e52f8d03)  # 3.11.3
if(BUILD_TESTING)
  use_library(GTest GTest::gtest_main https://github.com/google/googletest.git
              f8d7d77c06936315286eb55f8de22cd23c188571)  # 1.14.0
endif()

# stb has no CMake package: headers only, under stb/ where a distribution installs them.
find_path(STB_INCLUDE_DIR stb_image.h PATH_SUFFIXES stb)
if(NOT STB_INCLUDE_DIR)
  require_source(stb https://github.com/nothings/stb.git)
  FetchContent_Declare(stb GIT_REPOSITORY https://github.com/nothings/stb.git
                           GIT_TAG 5736b15f7ea0ffb08dd38af21067c314d6a3aae9)  # stb_image 2.28
  FetchContent_MakeAvailable(stb)
  set(STB_INCLUDE_DIR ${stb_SOURCE_DIR})
endif()
add_library(stb INTERFACE)
target_include_directories(stb SYSTEM INTERFACE ${STB_INCLUDE_DIR})
