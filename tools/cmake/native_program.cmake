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

# Pictures of all steps without a window (tests/pictures).
file(GLOB gf_picture_sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/tests/pictures/*.cpp")
gf_add_test_objects(gf_picture_objects ${gf_picture_sources} "${CMAKE_SOURCE_DIR}/tests/ui/driver.cpp")
target_link_libraries(gf_picture_objects PUBLIC gf_imgui)
set_source_files_properties("${CMAKE_SOURCE_DIR}/tests/pictures/painter.cpp" PROPERTIES COMPILE_OPTIONS -O2 SKIP_PRECOMPILE_HEADERS ON)
add_executable(gf_pictures EXCLUDE_FROM_ALL)
gf_link_tests(gf_pictures gf_picture_objects gf_core ${gf_threading} ${gf_tested_commands} ${gf_module_libraries} gf_render_cells gf_render)

# Tests whose calls fail on purpose are a program of their own, since it replaces these functions (tests/faults/faults.h).
set(gf_failing_calls malloc aligned_alloc open write fsync rename)
file(GLOB gf_fault_sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/tests/faults/*.cpp")
gf_add_test_objects(gf_fault_test_objects ${gf_fault_sources})
add_executable(gf_fault_tests EXCLUDE_FROM_ALL)
gf_link_tests(gf_fault_tests gf_fault_test_objects gf_core ${gf_threading} ${gf_tested_commands} ${gf_seam_modules})
list(TRANSFORM gf_failing_calls PREPEND "-Wl,--wrap=")
target_link_options(gf_fault_tests PRIVATE ${gf_failing_calls} -rdynamic)
include(tools/cmake/fuzz.cmake)
set_tests_properties(doctest PROPERTIES
  ENVIRONMENT "UBSAN_OPTIONS=print_stacktrace=1;TSAN_OPTIONS=halt_on_error=1")
