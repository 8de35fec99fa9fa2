# cmake -DNAME=... -DREPOSITORY=... -DCOMMIT=... -DDIRECTORY=... -DPACKAGES=... -P FetchCommit.cmake
#
# Fetches one commit of a git repository into DIRECTORY, without the history. The commit's hash is that of its content.
find_program(git git)
set(failed TRUE)
if(git)
  file(REMOVE_RECURSE ${DIRECTORY})
  set(ENV{GIT_TERMINAL_PROMPT} 0)
  foreach(arguments "init;-q;${DIRECTORY}" "-C;${DIRECTORY};fetch;-q;--depth;1;${REPOSITORY};${COMMIT}" "-C;${DIRECTORY};checkout;-q;FETCH_HEAD")
    execute_process(COMMAND ${git} ${arguments} RESULT_VARIABLE failed ERROR_VARIABLE error TIMEOUT 300)
    if(failed)
      break()
    endif()
  endforeach()
endif()
if(failed)
  message("${error}")
  message(FATAL_ERROR " cuda_ladders: ${NAME} is not installed and cannot be fetched: install ${PACKAGES} (Debian, Ubuntu)")
endif()
