# stoa_discover_suites(<program> <prefix> PROPERTIES <name> <value>…)
# A ctest for each suite of a GoogleTest program, all of its cases in one process. gtest_discover_tests() makes one a
# case; under a sanitizer the start of a process, and of the redis-server that it needs, takes longer than most cases.

if(NOT CMAKE_SCRIPT_MODE_FILE)
  function(stoa_discover_suites program prefix)
    cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "PROPERTIES")
    set(suites ${CMAKE_CURRENT_BINARY_DIR}/${program}_suites.cmake)
    string(REPLACE ";" " " properties "${arg_PROPERTIES}")
    add_custom_command(TARGET ${program} POST_BUILD VERBATIM BYPRODUCTS ${suites}
      COMMAND ${CMAKE_COMMAND} "-DPROGRAM=$<TARGET_FILE:${program}>" "-DSTARTER=${CMAKE_CROSSCOMPILING_EMULATOR}"
              "-DPREFIX=${prefix}" "-DPROPERTIES=${properties}" "-DSUITES=${suites}" -P ${CMAKE_CURRENT_FUNCTION_LIST_FILE})
    # Who runs ctest before the program is built is told so by a test that fails.
    set(wrapper ${CMAKE_CURRENT_BINARY_DIR}/${program}_tests.cmake)
    file(WRITE ${wrapper}
      "if(EXISTS \"${suites}\")\n  include(\"${suites}\")\nelse()\n  add_test(${program}_NOT_BUILT ${program}_NOT_BUILT)\nendif()\n")
    set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${wrapper})
  endfunction()
  return()
endif()

execute_process(COMMAND ${STARTER} ${PROGRAM} --gtest_list_tests
                OUTPUT_VARIABLE listed COMMAND_ERROR_IS_FATAL ANY TIMEOUT 60)
# A suite stands at the beginning of a line and ends in a full stop; its cases are indented below it.
string(REGEX MATCHALL "(^|\n)[^ \n]+\\.[ \n]" lines "${listed}")
set(script "")
foreach(line IN LISTS lines)
  string(REGEX REPLACE "\n|\\.[ \n]" "" suite "${line}")
  string(APPEND script
    "add_test([[${PREFIX}${suite}]] ${STARTER} ${PROGRAM} [[--gtest_filter=${suite}.*]])\n"
    "set_tests_properties([[${PREFIX}${suite}]] PROPERTIES ${PROPERTIES})\n")
endforeach()
file(WRITE ${SUITES} "${script}")
