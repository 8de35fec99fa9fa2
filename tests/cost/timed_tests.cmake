# Read by ctest before the lists of tests: with LADDERS_COSTS set, each test's processor time is written there.
if(DEFINED ENV{LADDERS_COSTS})
  function(add_test name)
    _add_test("${name}" bash ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/timed.sh "${name}" ${ARGN})
  endfunction()
endif()
