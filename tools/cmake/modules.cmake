# The modules of src/: a static library a folder, linked in this order (each may use those after it). The modules of the command line come
# first; the web program has none of them.
set(gf_command_line_modules cli)
set(gf_modules ui session export lessons train model autograd text study protocol render)

# Files with a replacement. The build chooses the platform; the program chooses threads and drawing (the tests draw nothing).
set(gf_seam_threads core/parallel_threads.cpp session/worker_thread.cpp)
set(gf_seam_single core/parallel_serial.cpp session/worker_inline.cpp)
function(gf_module_sources out module)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/src/${module}/*.cpp")
  if(EMSCRIPTEN)
    list(FILTER sources EXCLUDE REGEX "_native\\.cpp$")
  else()
    list(FILTER sources EXCLUDE REGEX "_web\\.cpp$")
  endif()
  list(FILTER sources EXCLUDE REGEX "/(parallel_serial|worker_inline|parallel_threads|worker_thread|memory_threads)\\.cpp$")
  list(FILTER sources EXCLUDE REGEX "/render/[^/]*_(gl|null|cells)\\.cpp$")
  list(FILTER sources EXCLUDE REGEX "/cli_none\\.cpp$")
  set(${out} ${sources} PARENT_SCOPE)
endfunction()

# The options that every module compiles with. The include root is src/.
add_library(gf_module_options INTERFACE)
target_include_directories(gf_module_options INTERFACE "${CMAKE_SOURCE_DIR}/src")
target_link_libraries(gf_module_options INTERFACE gf_headers)

# Headers that nearly every file includes are read once a build rather than once a file. A compiler cache can't look into such a header, so a build with a cache
# has none.
if(CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON)
endif()
set(gf_common_headers <algorithm> <array> <cmath> <functional> <map> <memory> <optional> <set> <span> <string> <string_view> <unordered_map>
  <utility> <variant> <vector> <nlohmann/json_fwd.hpp>)

set(GF_SINGLE "" CACHE STRING "regular expressions of source files, such as src/ui/stage/: each of these files is compiled alone, so that a change of one is built soon")

# Compiles many files as one, so that includes and instantiations are compiled once for all of them. Takes the files of a folder, and of the folders after it up
# to MOST files: a file that comes or goes leaves the other groups unchanged. gf_compile_together(TARGET MOST)
function(gf_compile_together target most)
  get_target_property(sources ${target} SOURCES)
  set(folders "")
  foreach(source IN LISTS sources)
    cmake_path(GET source PARENT_PATH folder)
    list(APPEND folders "${folder}")
  endforeach()
  list(REMOVE_DUPLICATES folders)
  list(SORT folders)
  set(group "")
  set(count 0)
  foreach(folder IN LISTS folders)
    set(files "${sources}")
    list(FILTER files INCLUDE REGEX "^${folder}/[^/]*$")
    list(LENGTH files length)
    math(EXPR count "${count} + ${length}")
    if(group STREQUAL "" OR count GREATER most)
      cmake_path(RELATIVE_PATH folder BASE_DIRECTORY "${CMAKE_SOURCE_DIR}" OUTPUT_VARIABLE group)
      string(MAKE_C_IDENTIFIER "${group}" group)
      set(count ${length})
    endif()
    set_source_files_properties(${files} PROPERTIES UNITY_GROUP ${group})
  endforeach()
  foreach(expression IN LISTS GF_SINGLE)
    list(FILTER sources INCLUDE REGEX "${expression}")
    set_source_files_properties(${sources} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    get_target_property(sources ${target} SOURCES)
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
endfunction()

# A module without files yet is an empty library. gf_add_module(NAME TYPE SOURCES...)
function(gf_add_module name type)
  if(ARGN)
    add_library(${name} ${type} ${ARGN})
    target_link_libraries(${name} PUBLIC gf_module_options PRIVATE gf_warnings)
    gf_compile_together(${name} 24)
  else()
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE gf_module_options)
  endif()
endfunction()

# imgui.h belongs to ui/ and platform/ (tests/check_includes says so too). gf_module_uses(NAME LIBRARY...)
function(gf_module_uses name)
  get_target_property(type ${name} TYPE)
  if(type STREQUAL "INTERFACE_LIBRARY")
    target_link_libraries(${name} INTERFACE ${ARGN})
  else()
    target_link_libraries(${name} PUBLIC ${ARGN})
  endif()
endfunction()

foreach(module IN LISTS gf_command_line_modules gf_modules)
  gf_module_sources(sources ${module})
  gf_add_module(gf_${module} STATIC ${sources})
endforeach()
list(TRANSFORM gf_command_line_modules PREPEND gf_ OUTPUT_VARIABLE gf_command_line)
list(TRANSFORM gf_modules PREPEND gf_ OUTPUT_VARIABLE gf_module_libraries)

# One precompiled header for the modules that compile with the same flags.
target_precompile_headers(gf_protocol PRIVATE ${gf_common_headers})
foreach(module cli export session lessons train model text study)
  target_precompile_headers(gf_${module} REUSE_FROM gf_protocol)
endforeach()
target_precompile_headers(gf_ui PRIVATE ${gf_common_headers} <imgui.h>)

# Alone in its file, so that another version compiles nothing else.
set_source_files_properties("${CMAKE_SOURCE_DIR}/src/protocol/version.cpp" PROPERTIES
  SKIP_PRECOMPILE_HEADERS ON
  COMPILE_DEFINITIONS "GF_VERSION=\"${PROJECT_VERSION}\"")

# Unicode's letters, for text/.
set(gf_letter_tables "${CMAKE_BINARY_DIR}/generated/letter_tables.inc")
add_custom_command(
  OUTPUT "${gf_letter_tables}"
  COMMAND "${CMAKE_COMMAND}" -E make_directory "${CMAKE_BINARY_DIR}/generated"
  COMMAND "${CMAKE_SOURCE_DIR}/tools/lib/letter_tables" "${gf_letter_tables}"
  DEPENDS "${CMAKE_SOURCE_DIR}/tools/lib/letter_tables"
  COMMENT "Making the tables of letters"
  VERBATIM)
target_sources(gf_text PRIVATE "${gf_letter_tables}")
target_include_directories(gf_text PRIVATE "${CMAKE_BINARY_DIR}/generated")
if(EMSCRIPTEN)
  target_compile_options(gf_autograd PRIVATE -O3)
  foreach(module train model text)  # every trace and step calls these
    target_compile_options(gf_${module} PRIVATE -Os)
  endforeach()
endif()
if(GF_SANITIZE)  # most of the time that the sanitized suites take is spent here, and in core
  target_compile_options(gf_autograd PRIVATE -O1)
endif()
# libFuzzer is called at each comparison, to learn the words that the program compares its input with. The ops and the kernels read no words, and half of the
# time of a fuzzer passed in their comparisons.
if(GF_FUZZ)
  target_compile_options(gf_autograd PRIVATE -fno-sanitize-coverage=trace-cmp)
  target_compile_options(gf_model PRIVATE -fno-sanitize-coverage=trace-cmp)
  file(GLOB gf_kernels CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/src/core/kernels_*.cpp" "${CMAKE_SOURCE_DIR}/src/core/tensor.cpp")
  set_source_files_properties(${gf_kernels} PROPERTIES COMPILE_OPTIONS -fno-sanitize-coverage=trace-cmp)
endif()
# Every step takes roots of whole vectors: without the flag each root would have to set errno.
# Clang takes no common header from a compilation for size.
set_source_files_properties("${CMAKE_SOURCE_DIR}/src/train/optimizer.cpp" PROPERTIES COMPILE_OPTIONS "-O3;-fno-math-errno"
  SKIP_PRECOMPILE_HEADERS ON)
gf_module_uses(gf_ui gf_imgui)
if(EMSCRIPTEN)
  # This file calls functions of a page, which the tests lack. So no file of the tests may be compiled with it.
  set_source_files_properties("${CMAKE_SOURCE_DIR}/src/render/words_web.cpp" PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
else()
  gf_module_uses(gf_render PkgConfig::PANGO)
endif()
gf_module_uses(gf_protocol gf_zlib)

# The kernels live in core. The objects come before all archives, so that the linker keeps core's copy of an inline function of Eigen:
# in the relaxed variant that copy has the fused multiply-add.
gf_module_sources(gf_core_sources core)
gf_add_module(gf_core OBJECT ${gf_core_sources})
target_compile_options(gf_core PRIVATE ${gf_core_arch_flag})
if(GF_SANITIZE)
  target_compile_options(gf_core PRIVATE -O1)
endif()
if(GF_SANITIZE MATCHES undefined)
  target_compile_options(gf_core PRIVATE -fsanitize=alignment)
  target_compile_options(gf_model PRIVATE -fsanitize=alignment)
endif()
if(EMSCRIPTEN)
  gf_add_module(gf_core_relaxed OBJECT ${gf_core_sources})
  if(gf_core_sources)
    target_compile_options(gf_core PRIVATE -O3)
    target_compile_options(gf_core_relaxed PRIVATE -O3 -mrelaxed-simd -mfma)
  endif()
endif()

gf_module_sources(sources platform)
gf_add_module(gf_platform STATIC ${sources})
gf_module_uses(gf_platform gf_imgui_backends)
# The lengths of the files that lessons ask for, so that a page of another server, or half a file, is not taken for such a file.
set(gf_asset_lengths "${CMAKE_BINARY_DIR}/generated/asset_lengths.inc")
file(GLOB gf_models CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/assets/models/*.safetensors")
set(gf_loaded "assets/dictionaries/french-english.txt=${gf_dictionary_folder}/french-english.txt")
foreach(model IN LISTS gf_models)
  cmake_path(GET model FILENAME name)
  list(APPEND gf_loaded "assets/models/${name}=${model}")
endforeach()
add_custom_command(
  OUTPUT "${gf_asset_lengths}"
  COMMAND "${CMAKE_SOURCE_DIR}/tools/lib/asset_lengths" "${gf_asset_lengths}" ${gf_loaded}
  DEPENDS "${CMAKE_SOURCE_DIR}/tools/lib/asset_lengths" ${gf_models} "${gf_dictionary_folder}/french-english.txt"
  COMMENT "Measuring models and dictionaries"
  VERBATIM)
target_sources(gf_platform PRIVATE "${gf_asset_lengths}")
target_include_directories(gf_platform PRIVATE "${CMAKE_BINARY_DIR}/generated")
# For tools that read the sources and link nothing (tools/tidy).
add_custom_target(gf_generated DEPENDS "${gf_letter_tables}" "${gf_asset_lengths}")

foreach(seam gl null cells)
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/src/render/*_${seam}.cpp")
  gf_add_module(gf_render_${seam} STATIC ${sources})
endforeach()
gf_module_uses(gf_render_gl gf_imgui_backends)
gf_module_uses(gf_render_cells gf_imgui)

foreach(threading threads single)
  list(TRANSFORM gf_seam_${threading} PREPEND "${CMAKE_SOURCE_DIR}/src/" OUTPUT_VARIABLE sources)
  gf_add_module(gf_seam_${threading} OBJECT ${sources})
  if(EMSCRIPTEN)
    target_compile_options(gf_seam_${threading} PRIVATE -O3)
  endif()
endforeach()

# Links a program with libraries, and with what its threads need. gf_link(PROGRAM THREADING LIBRARIES...)
function(gf_link program threading)
  target_link_libraries(${program} PRIVATE gf_warnings ${ARGN})
  if(threading STREQUAL "threads" AND EMSCRIPTEN)
    target_sources(${program} PRIVATE $<TARGET_OBJECTS:gf_plain_memory>)
  elseif(threading STREQUAL "threads")
    target_link_libraries(${program} PRIVATE Threads::Threads)
  endif()
endfunction()

# Links a program with core and all modules but the command line's. gf_link_modules(PROGRAM CORE THREADING SEAM)
function(gf_link_modules program core threading seam)
  gf_link(${program} ${threading} ${core} gf_seam_${threading} ${gf_module_libraries} gf_render_${seam} gf_render)
endfunction()

# main, which is the same in every variant of the program.
add_library(gf_main OBJECT "${CMAKE_SOURCE_DIR}/src/main.cpp")
target_link_libraries(gf_main PRIVATE gf_module_options gf_imgui gf_warnings)
if(EMSCRIPTEN)
  target_sources(gf_main PRIVATE "${CMAKE_SOURCE_DIR}/src/cli/cli_none.cpp")
endif()

# The program. gf_add_program(NAME CORE THREADING)
function(gf_add_program name core threading)
  add_executable(${name} $<TARGET_OBJECTS:gf_main>)
  if(NOT EMSCRIPTEN)
    target_link_libraries(${name} PRIVATE ${gf_command_line})
  endif()
  gf_link_modules(${name} ${core} ${threading} gl)
  target_link_libraries(${name} PRIVATE gf_platform)
endfunction()

# Compiles the doctest suites. They read goldens and assets from the source tree. Checks are most of a test's code and take no time, so the tests are not
# optimised; the code under test is. gf_add_test_objects(NAME SOURCES...)
function(gf_add_test_objects name)
  add_library(${name} OBJECT "${CMAKE_SOURCE_DIR}/tests/main.cpp" ${ARGN})
  target_link_libraries(${name} PUBLIC gf_module_options PRIVATE gf_warnings)
  set_target_properties(${name} PROPERTIES UNITY_BUILD_MODE GROUP)
  target_include_directories(${name} PRIVATE "${CMAKE_SOURCE_DIR}/tests")
  target_compile_definitions(${name} PRIVATE DOCTEST_CONFIG_SUPER_FAST_ASSERTS DOCTEST_CONFIG_NO_TRY_CATCH_IN_ASSERTS)
  if(GF_SANITIZE)  # sanitized checks would take longer to compile than all of the program
    target_compile_options(${name} PRIVATE -g0 -fno-sanitize-address-use-after-scope)
  endif()
  if(CMAKE_BUILD_TYPE STREQUAL "Coverage")  # the lines of the tests themselves are not asked for
    target_compile_options(${name} PRIVATE -fno-profile-arcs -fno-test-coverage)
  endif()
  target_compile_options(${name} PRIVATE -O0)
  target_precompile_headers(${name} PRIVATE <doctest/doctest.h> ${gf_common_headers})
endfunction()
# doctest's own code is in main.cpp, which must be the first to include it.
set_source_files_properties("${CMAKE_SOURCE_DIR}/tests/main.cpp" PROPERTIES
  SKIP_PRECOMPILE_HEADERS ON
  COMPILE_DEFINITIONS "GF_SOURCE_DIR=\"${CMAKE_SOURCE_DIR}\";GF_OUTPUT_DIR=\"${gf_output}\"")

file(GLOB_RECURSE gf_test_sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/tests/*_test.cpp" "${CMAKE_SOURCE_DIR}/tests/ui/*.cpp")
list(FILTER gf_test_sources EXCLUDE REGEX "/(node_modules|tests/faults)/")
# The inputs of the program as functions of bytes (tests/fuzz/README.md), for the fuzzers and for the suite that replays their corpus.
file(GLOB gf_fuzz_sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/tests/fuzz/fuzz_*.cpp" "${CMAKE_SOURCE_DIR}/tests/fuzz/harness*.cpp")
set_source_files_properties("${CMAKE_SOURCE_DIR}/tests/fuzz/harness.cpp" PROPERTIES COMPILE_DEFINITIONS "GF_SOURCE_DIR=\"${CMAKE_SOURCE_DIR}\"")
if(EMSCRIPTEN)
  # Leaves out tests of processes and disks, of the command line, which no page has, and of drawing, which is the same in every build. One test of drawing goes
  # through all steps, and stays.
  list(FILTER gf_test_sources EXCLUDE REGEX "(_native_test\\.cpp$|/tests/cli/|/tests/ui/)")
  list(APPEND gf_test_sources "${CMAKE_SOURCE_DIR}/tests/ui/driver.cpp" "${CMAKE_SOURCE_DIR}/tests/ui/all_steps_test.cpp")
  set(gf_tested_commands)
else()
  set(gf_tested_commands ${gf_command_line})
  add_library(gf_fuzz_harnesses OBJECT ${gf_fuzz_sources})
  target_link_libraries(gf_fuzz_harnesses PUBLIC gf_module_options PRIVATE gf_warnings)
  target_include_directories(gf_fuzz_harnesses PUBLIC "${CMAKE_SOURCE_DIR}/tests")
endif()
gf_add_test_objects(gf_test_objects ${gf_test_sources})
gf_compile_together(gf_test_objects 24)
target_link_libraries(gf_test_objects PUBLIC gf_imgui)
# The suites of code with threads, and the modules that they need: those below the screen.
set(gf_seam_test_sources ${gf_test_sources})
list(FILTER gf_seam_test_sources INCLUDE REGEX "/tests/(core|train|session)/")
set(gf_seam_modules ${gf_module_libraries})
list(REMOVE_ITEM gf_seam_modules gf_ui gf_render)

# Links a program of tests with the modules that it tests. The linker keeps the first copy of an inline function: core comes first, and the tests, which
# are not optimised, last. gf_link_tests(PROGRAM OBJECTS CORE THREADING MODULES...)
function(gf_link_tests program objects core threading)
  foreach(part IN ITEMS ${core} gf_seam_${threading} ${ARGN} ${objects})
    get_target_property(type ${part} TYPE)
    if(NOT type STREQUAL "INTERFACE_LIBRARY")
      target_sources(${program} PRIVATE $<TARGET_OBJECTS:${part}>)
    endif()
  endforeach()
  if(gf_ui IN_LIST ARGN)
    target_sources(${program} PRIVATE $<TARGET_OBJECTS:gf_imgui_default_font>)
  endif()
  gf_link(${program} ${threading} ${ARGN})
  add_dependencies(${program} gf_assets)
endfunction()

# Adds a program with all suites. gf_add_tests(NAME CORE THREADING)
function(gf_add_tests name core threading)
  add_executable(${name})
  gf_link_tests(${name} gf_test_objects ${core} ${threading} ${gf_tested_commands} ${gf_module_libraries} gf_render_null)
  if(NOT EMSCRIPTEN)
    target_sources(${name} PRIVATE $<TARGET_OBJECTS:gf_fuzz_harnesses>)
  endif()
endfunction()

# Adds a program with the suites of code with threads. gf_add_seam_tests(NAME CORE THREADING)
function(gf_add_seam_tests name core threading)
  gf_add_test_objects(${name}_objects ${gf_seam_test_sources})
  add_executable(${name} EXCLUDE_FROM_ALL)
  gf_link_tests(${name} ${name}_objects ${core} ${threading} ${gf_seam_modules})
endfunction()
