# The fuzzers fuzz_NAME, one for each harness of tests/fuzz. In the preset "fuzz" clang links them with libFuzzer. Every other native build can link them with
# a main of their own, which gives a harness the named files. The list of libraries is the same there, so CI sees that the fuzzers link.
if(NOT GF_FUZZ)
  add_library(gf_fuzz_main OBJECT EXCLUDE_FROM_ALL "${CMAKE_SOURCE_DIR}/tests/fuzz/standalone.cpp")
  target_link_libraries(gf_fuzz_main PRIVATE gf_warnings)
endif()

add_custom_target(gf_fuzz)
foreach(source IN LISTS gf_fuzz_sources)
  cmake_path(GET source STEM harness)
  if(NOT harness MATCHES "^fuzz_")
    continue()
  endif()
  add_executable(${harness} EXCLUDE_FROM_ALL "${CMAKE_SOURCE_DIR}/tests/fuzz/libfuzzer.cpp")
  target_compile_definitions(${harness} PRIVATE GF_HARNESS=${harness})
  target_link_libraries(${harness} PRIVATE gf_fuzz_harnesses)
  if(GF_FUZZ)
    target_link_options(${harness} PRIVATE -fsanitize=fuzzer)
  else()
    target_link_libraries(${harness} PRIVATE gf_fuzz_main)
  endif()
  gf_link(${harness} single gf_core gf_seam_single ${gf_command_line} ${gf_seam_modules})  # all but what draws
  add_dependencies(gf_fuzz ${harness})
endforeach()
