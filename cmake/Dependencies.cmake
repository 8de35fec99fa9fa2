# The small libraries: an installed one that is new enough, else one commit of its repository.
include(FetchContent)
include(CheckCXXSourceCompiles)
include(CTest)  # BUILD_TESTING

set(system)
if(CMAKE_VERSION VERSION_GREATER_EQUAL 3.25)
  set(system SYSTEM)  # no warnings of its headers
endif()

# declare_library(<name> <repository> <commit> [<FetchContent_Declare's options>...])
macro(declare_library name repository commit)
  FetchContent_Declare(${name} ${system}
    DOWNLOAD_COMMAND ${CMAKE_COMMAND} -DNAME=${name} -DREPOSITORY=${repository} -DCOMMIT=${commit} -DDIRECTORY=<SOURCE_DIR>
      "-DPACKAGES=libcli11-dev nlohmann-json3-dev libstb-dev libgtest-dev" -P ${CMAKE_CURRENT_LIST_DIR}/FetchCommit.cmake
    ${ARGN})
endmacro()

set(JSON_BuildTests OFF)
set(JSON_SystemInclude ON)
set(INSTALL_GTEST OFF)
set(BUILD_GMOCK OFF)
set(CMAKE_POLICY_VERSION_MINIMUM 3.5)  # CMake 4 refuses what asks for less, as nlohmann-json does
declare_library(CLI11 https://github.com/CLIUtils/CLI11.git
  6c7b07a878ad834957b98d0f9ce1dbe0cb204fc9  # 2.4.2
  FIND_PACKAGE_ARGS 2.1)
declare_library(nlohmann_json https://github.com/nlohmann/json.git
  9cca280a4d0ccf0c08f47a99aa71d1b0e52f8d03  # 3.11.3
  FIND_PACKAGE_ARGS 3.10)
declare_library(GTest https://github.com/google/googletest.git
  f8d7d77c06936315286eb55f8de22cd23c188571  # 1.14.0
  FIND_PACKAGE_ARGS 1.11 CONFIG)
FetchContent_MakeAvailable(CLI11 nlohmann_json)
if(BUILD_TESTING)
  # An installed library of a newer g++ need not link with this one's objects. Its package has the source, too.
  find_library(INSTALLED_GTEST gtest)
  if(INSTALLED_GTEST)
    set(CMAKE_REQUIRED_LIBRARIES ${INSTALLED_GTEST} pthread)
    check_cxx_source_compiles("#include <gtest/gtest.h>
      int main(int n, char** words) { testing::InitGoogleTest(&n, words); return RUN_ALL_TESTS(); }" INSTALLED_GTEST_LINKS)
    unset(CMAKE_REQUIRED_LIBRARIES)
  endif()
  if(CMAKE_CROSSCOMPILING OR (INSTALLED_GTEST AND NOT INSTALLED_GTEST_LINKS))
    set(FETCHCONTENT_TRY_FIND_PACKAGE_MODE NEVER)
    if(EXISTS /usr/src/googletest/CMakeLists.txt)
      set(FETCHCONTENT_SOURCE_DIR_GTEST /usr/src/googletest)
    endif()
  endif()
  FetchContent_MakeAvailable(GTest)
endif()

# stb has no CMake package: headers only, under stb/ where a distribution installs them.
find_path(STB_INCLUDE_DIR stb_image.h PATH_SUFFIXES stb)
if(NOT STB_INCLUDE_DIR)
  declare_library(stb https://github.com/nothings/stb.git
    5736b15f7ea0ffb08dd38af21067c314d6a3aae9)  # stb_image 2.28
  FetchContent_MakeAvailable(stb)
  set(STB_INCLUDE_DIR ${stb_SOURCE_DIR})
endif()
add_library(stb INTERFACE)
target_include_directories(stb SYSTEM INTERFACE ${STB_INCLUDE_DIR})
