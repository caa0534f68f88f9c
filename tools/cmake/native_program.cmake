# The desktop program build/<preset>/glassformer and the tests build/<preset>/gf_tests.
enable_testing()

gf_add_program(glassformer gf_core)
add_dependencies(glassformer gf_assets)

gf_add_tests(gf_tests gf_core)
gf_add_seam_tests(gf_seam_tests gf_core)
add_test(NAME doctest COMMAND gf_tests WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}")
set_tests_properties(doctest PROPERTIES
  ENVIRONMENT "UBSAN_OPTIONS=print_stacktrace=1;TSAN_OPTIONS=halt_on_error=1")
