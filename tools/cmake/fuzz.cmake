# The fuzzers build/fuzz/fuzz_NAME, one for each harness of tests/fuzz: with clang, libFuzzer and the sanitizers of the preset "fuzz".
add_library(gf_fuzz_harnesses OBJECT ${gf_fuzz_sources})
target_link_libraries(gf_fuzz_harnesses PUBLIC gf_module_options PRIVATE gf_warnings)
target_include_directories(gf_fuzz_harnesses PUBLIC "${CMAKE_SOURCE_DIR}/tests")

add_custom_target(gf_fuzz)
foreach(source IN LISTS gf_fuzz_sources)
  cmake_path(GET source STEM harness)
  if(NOT harness MATCHES "^fuzz_")
    continue()
  endif()
  add_executable(${harness} "${CMAKE_SOURCE_DIR}/tests/fuzz/libfuzzer.cpp")
  target_compile_definitions(${harness} PRIVATE GF_HARNESS=${harness})
  target_link_libraries(${harness} PRIVATE gf_fuzz_harnesses)
  target_link_options(${harness} PRIVATE -fsanitize=fuzzer)
  gf_link(${harness} single gf_core gf_seam_single ${gf_command_line} ${gf_seam_modules})  # all but what draws
  add_dependencies(gf_fuzz ${harness})
endforeach()
