# compile_as_one(<target> <name> <source>... [OPTIONS <option>...])
#
# Compiles the sources of <target> as one, <name>.cpp in the build folder, which includes them: most of the time goes into the
# standard library's headers. What the sources name in unnamed namespaces must differ. A new file makes CMake run again if
# the list comes from file(GLOB ... CONFIGURE_DEPENDS). If the sources are .cu files, the one is, too.
include_guard(GLOBAL)

function(compile_as_one target name)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "OPTIONS")
  set(includes)
  foreach(source IN LISTS arg_UNPARSED_ARGUMENTS)
    cmake_path(ABSOLUTE_PATH source)
    cmake_path(GET source EXTENSION LAST_ONLY extension)
    string(APPEND includes "#include \"${source}\"\n")
  endforeach()
  set(whole ${CMAKE_CURRENT_BINARY_DIR}/${name}${extension})
  file(CONFIGURE OUTPUT ${whole} CONTENT "${includes}" @ONLY)
  target_sources(${target} PRIVATE ${whole})
  set_source_files_properties(${whole} PROPERTIES COMPILE_OPTIONS "${arg_OPTIONS}")
endfunction()
