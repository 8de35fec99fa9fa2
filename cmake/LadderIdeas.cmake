# cmake -DOUTPUT=<file>.cpp -DTOPIC=<Topic> -DFOLDER=<its name> -DFOLDER_PATH=<path> -DFILES="v1_a.cu v2_b.cu ..." -P LadderIdeas.cmake
#
# Collects the number and the idea of each version of a ladder from its LADDER_VERSION line, so that a program that holds
# one version can name the idea of the next. Runs at build time, when a version file has changed; rewrites the output only
# if an idea has. Stops with one line if a file registers no version, or another number than its name says.

function(stop file what)
  execute_process(COMMAND ${CMAKE_COMMAND} -E echo "${FOLDER}/${file}: error: ${what}")
  message(FATAL_ERROR " ${FOLDER}/${file} is no version of the ladder")
endfunction()

separate_arguments(files UNIX_COMMAND "${FILES}")
set(rows)
foreach(file IN LISTS files)
  string(REGEX MATCH "^v([0-9]+)_" unused "${file}")
  set(expected "${CMAKE_MATCH_1}")
  file(READ "${FOLDER_PATH}/${file}" text)
  if(NOT text MATCHES "\n *LADDER_VERSION\\(([A-Za-z0-9_:]+),[ \n]*([A-Za-z0-9]+),[ \n]*(\"[^\"\n]*\")")
    stop(${file} "it registers no version: end it with LADDER_VERSION(${TOPIC}, ${expected}, \"the idea in a few words\", <function>)")
  endif()
  set(number "${CMAKE_MATCH_2}")
  set(idea "${CMAKE_MATCH_3}")
  if(NOT number STREQUAL expected)
    stop(${file} "it registers version ${number}: a file named v${expected}_... registers number ${expected}")
  endif()
  string(APPEND rows "    all.push_back({.number = ${number}, .idea = ${idea}});\n")
endforeach()

set(content "// Generated from the versions' LADDER_VERSION lines.
#include \"common/harness/version_info.h\"

std::vector<ladders::VersionInfo> all_versions_of_ladder()
{
    std::vector<ladders::VersionInfo> all;
${rows}    return all;
}
")
set(old "")
if(EXISTS "${OUTPUT}")
  file(READ "${OUTPUT}" old)
endif()
if(NOT old STREQUAL content)
  file(WRITE "${OUTPUT}" "${content}")
endif()
