# The desktop program build/<preset>/glassformer and the tests build/<preset>/gf_tests.
enable_testing()

if(GF_THREADS)
  set(gf_threading threads)
else()
  set(gf_threading single)
endif()
gf_add_program(glassformer gf_core ${gf_threading})
add_dependencies(glassformer gf_assets)

gf_add_tests(gf_tests gf_core ${gf_threading})
gf_add_seam_tests(gf_seam_tests gf_core ${gf_threading})
add_test(NAME doctest COMMAND gf_tests WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}")
if(GF_FUZZ)
  include(tools/cmake/fuzz.cmake)
endif()
set_tests_properties(doctest PROPERTIES
  ENVIRONMENT "UBSAN_OPTIONS=print_stacktrace=1;TSAN_OPTIONS=halt_on_error=1")
