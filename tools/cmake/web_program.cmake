# The web programs build/site/glassformer-<variant>.{js,wasm} and the doctest suites as programs for Node.
#
# Four variants come from one compilation. Threads are a file of core/, one of session/, one of platform/, and flags of the link. Relaxed SIMD is for core/ alone,
# which is compiled twice. An engine rejects a module with an instruction that it does not know, hence separate files. (Atomics are older than SIMD in every
# engine, and valid on memory that is not shared.)
enable_testing()

# Functions that JavaScript calls: one a line, without the leading underscore; # begins a comment.
set(gf_exports _main _malloc _free)
if(EXISTS "${CMAKE_SOURCE_DIR}/web/exports.txt")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/web/exports.txt")
  file(STRINGS "${CMAKE_SOURCE_DIR}/web/exports.txt" lines REGEX "^[A-Za-z_]")
  foreach(line IN LISTS lines)
    string(STRIP "${line}" line)
    list(APPEND gf_exports _${line})
  endforeach()
endif()
list(JOIN gf_exports "," gf_exports)

file(GLOB gf_js_libraries CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/web/*.lib.js")

# The fields of the module that start.js hands over. noExitRuntime must be listed: otherwise the workers end when main returns, and the next join hangs the tab.
set(gf_incoming canvas noExitRuntime onAbort instantiateWasm loadSplitModule)
list(JOIN gf_incoming "," gf_incoming)

# A program is divided into modules (tools/lib/first_frame/list.mjs). The first module has what the first frames of most pages run. Other modules have what one
# page or several pages run, and the rest. They come when they are needed, or after the first frame. Emscripten leaves the whole program with the names of its
# functions beside the program (.wasm.orig). outline_program.mjs divides functions, and wasm-split puts functions into modules.
cmake_path(GET CMAKE_CXX_COMPILER PARENT_PATH gf_emscripten)
find_program(GF_WASM_SPLIT wasm-split HINTS "${gf_emscripten}/../../bin" "${gf_emscripten}/../bin" REQUIRED NO_CMAKE_FIND_ROOT_PATH)
# Some of the features that the objects are compiled with. With more features, wasm-split writes modules that browsers don't read yet. With reference types it
# puts functions that are called across modules into a table of its own, which Emscripten's script does not know.
set(gf_features --enable-threads --enable-bulk-memory --enable-simd --enable-relaxed-simd --enable-exception-handling --enable-nontrapping-float-to-int
  --enable-sign-ext --enable-mutable-globals --enable-multivalue)
set(gf_split_flags -sSPLIT_MODULE -Wno-experimental --profiling-funcs "SHELL:--pre-js \"${CMAKE_SOURCE_DIR}/web/modules.pre.js\"")
set(gf_shorten_names "${CMAKE_SOURCE_DIR}/tools/lib/shorten_names.mjs")
set(gf_first_frame_folder "${CMAKE_SOURCE_DIR}/tools/lib/first_frame")
set(gf_division_scripts blocks.mjs list.mjs outline.mjs outline_program.mjs program.mjs shorten_placeholders.mjs ../wasm.mjs)
list(TRANSFORM gf_division_scripts PREPEND "${gf_first_frame_folder}/")
set(gf_manifest "${CMAKE_BINARY_DIR}/generated/later_functions.txt")
set(gf_divisions "${CMAKE_BINARY_DIR}/generated/divisions.json")
set(gf_later_modules "${CMAKE_BINARY_DIR}/generated/later_modules.js")
# The modules beside the first, as list.mjs makes them.
set(gf_lessons "${CMAKE_SOURCE_DIR}/src/lessons/lessons.inc")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${gf_lessons}")
file(STRINGS "${gf_lessons}" gf_chapters REGEX "^GF_LESSON")
list(TRANSFORM gf_chapters REPLACE "^GF_LESSON.([a-z_]+),.*" "\\1")
list(REMOVE_DUPLICATES gf_chapters)
list(REMOVE_ITEM gf_chapters none)
set(gf_later start plain model scene basics common ${gf_chapters} rest)
set(gf_pictures "${CMAKE_BINARY_DIR}/first_frame/pictures")
add_executable(gf_first_frame EXCLUDE_FROM_ALL $<TARGET_OBJECTS:gf_main> "${gf_first_frame_folder}/platform.cpp")
target_compile_definitions(gf_first_frame PRIVATE GF_SOURCE_DIR="${CMAKE_SOURCE_DIR}" GF_OUTPUT_DIR="${gf_output}")
gf_link_modules(gf_first_frame gf_core single cells)
add_dependencies(gf_first_frame gf_system_libraries_single)
target_link_options(gf_first_frame PRIVATE ${gf_link_flags} --profiling-funcs -sMODULARIZE -sEXPORT_ES6 -sENVIRONMENT=node -sFORCE_FILESYSTEM -sNODERAWFS
  -sINCOMING_MODULE_JS_API=instantiateWasm,noInitialRun -sEXPORTED_FUNCTIONS=_main,_gf_blocks -sEXPORTED_RUNTIME_METHODS=callMain,ccall,HEAPU8)
set_target_properties(gf_first_frame PROPERTIES SUFFIX ".mjs" RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/first_frame")
set(gf_poster_wishes "${CMAKE_BINARY_DIR}/generated/poster_wishes.txt")
file(GLOB gf_tutorial_pages CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/web/tutorial/*/*.md")
add_custom_command(OUTPUT "${gf_poster_wishes}"
  COMMAND "${GF_NODE}" "${gf_first_frame_folder}/wishes.mjs" "${CMAKE_SOURCE_DIR}/web/tutorial" "${gf_poster_wishes}"
  DEPENDS "${gf_first_frame_folder}/wishes.mjs" ${gf_tutorial_pages}
  COMMENT "Listing the posters of the tutorial"
  VERBATIM)
add_custom_command(OUTPUT "${gf_manifest}" "${gf_divisions}" "${gf_later_modules}"
  COMMAND "${GF_NODE}" "${gf_first_frame_folder}/list.mjs" "$<TARGET_FILE:gf_first_frame>" "${gf_manifest}" "${gf_divisions}" "${gf_later_modules}"
  DEPENDS gf_first_frame gf_assets ${gf_division_scripts}
  COMMENT "Dividing the functions of the program by what first frames call"
  VERBATIM)
add_custom_target(gf_later_functions DEPENDS "${gf_manifest}" "${gf_later_modules}")
set(gf_divided "${CMAKE_BINARY_DIR}/first_frame/divided.wasm")
add_custom_command(OUTPUT "${gf_output}/pictures/steps.json"
  COMMAND "${GF_NODE}" "${gf_first_frame_folder}/outline_program.mjs" "$<TARGET_FILE_DIR:gf_first_frame>/gf_first_frame.wasm" "${gf_divisions}" "${gf_divided}"
  COMMAND "${GF_NODE}" "${gf_first_frame_folder}/pictures.mjs" "$<TARGET_FILE:gf_first_frame>" "${gf_divided}" "${gf_pictures}" "${gf_poster_wishes}"
  COMMAND "${gf_first_frame_folder}/put_fonts" "${gf_pictures}" "${gf_output}/pictures" ${gf_fonts}
  DEPENDS gf_first_frame gf_assets "${gf_divisions}" "${gf_poster_wishes}" ${gf_division_scripts} "${gf_first_frame_folder}/pictures.mjs" "${gf_first_frame_folder}/put_fonts"
  COMMENT "Drawing first pictures"
  VERBATIM)
add_custom_target(gf_first_pictures DEPENDS "${gf_output}/pictures/steps.json")

# The page brings the files (platform_web.cpp), so Emscripten's file system is left out.
set(gf_web_flags -sFILESYSTEM=0 -sMODULARIZE -sEXPORT_ES6 -sEXPORT_NAME=createGlassformer -sENVIRONMENT=web,worker
  "-sEXPORTED_FUNCTIONS=${gf_exports}" "-sINCOMING_MODULE_JS_API=${gf_incoming}")
# The session's worker exists before main begins, since a thread can't start while main blocks, and main waits for it. The workers of the kernels are made when a
# job is first large enough to share, and main does not wait for them.
set(gf_web_flags_threads -sPTHREAD_POOL_SIZE=1)
set(gf_web_flags_single "")

# Adds the target of the site with one variant, such as gf_site_threads-relaxed, which an isolated page of a present browser takes. A link writes its files for
# half a minute, and the site may be served meanwhile, so the files are moved into the site when they are whole.
function(gf_add_web_program variant core threading)
  set(name glassformer-${variant})
  gf_add_program(${name} ${core} ${threading})
  add_dependencies(${name} gf_system_libraries_${threading})
  target_link_options(${name} PRIVATE ${gf_link_flags} ${gf_link_flags_${threading}} ${gf_web_flags} ${gf_web_flags_${threading}} ${gf_split_flags})
  foreach(library IN LISTS gf_js_libraries)
    target_link_options(${name} PRIVATE "SHELL:--js-library \"${library}\"")  # SHELL: or CMake drops the second --js-library
  endforeach()
  set_target_properties(${name} PROPERTIES SUFFIX ".js" LINK_DEPENDS "${gf_js_libraries};${CMAKE_SOURCE_DIR}/web/modules.pre.js")
  set(whole "${CMAKE_BINARY_DIR}/${name}.wasm.orig")
  set(outlined "${CMAKE_BINARY_DIR}/${name}.outlined.wasm")
  set(parts "${CMAKE_BINARY_DIR}/divided")
  set(plain_memory "")
  if(threading STREQUAL "threads")
    set(plain_memory COMMAND "${GF_NODE}" "${gf_put_plain_memory}" "${outlined}")
  endif()
  set(copies COMMAND "${CMAKE_COMMAND}" -E make_directory "${parts}"
    COMMAND "${GF_NODE}" "${gf_first_frame_folder}/outline_program.mjs" "${whole}" "${gf_divisions}" "${outlined}"
    ${plain_memory}
    COMMAND "${GF_WASM_SPLIT}" --multi-split --quiet ${gf_features} "${outlined}" "--manifest=${gf_manifest}" "--export-prefix=%"
      -o "${parts}/${name}.wasm" "--out-prefix=${parts}/${name}."
    COMMAND "${GF_NODE}" "${gf_first_frame_folder}/shorten_placeholders.mjs" "${parts}/${name}.wasm"
    COMMAND "${GF_NODE}" "${gf_shorten_names}" "${EMSCRIPTEN_ROOT_PATH}" "${CMAKE_BINARY_DIR}/${name}.js" "${parts}/${name}.js")
  set(moves "")
  set(published "")
  list(TRANSFORM gf_later REPLACE "(.+)" "${name}.\\1.wasm" OUTPUT_VARIABLE later)
  foreach(file ${name}.wasm ${later} ${name}.js)
    set(to "${gf_output}/${file}")
    list(APPEND copies COMMAND "${CMAKE_COMMAND}" -E copy "${parts}/${file}" "${to}.new")
    list(APPEND moves COMMAND "${CMAKE_COMMAND}" -E rename "${to}.new" "${to}")
    list(APPEND published "${to}")
  endforeach()
  list(APPEND copies COMMAND "${CMAKE_COMMAND}" "-DSCRIPT=${gf_output}/${name}.js.new" "-DMODULE=${parts}/${name}.wasm" "-DLATER=${gf_later_modules}"
    -P "${CMAKE_SOURCE_DIR}/tools/cmake/say_modules.cmake")
  add_custom_command(OUTPUT ${published} ${copies} ${moves} DEPENDS ${name} "${gf_manifest}" "${gf_divisions}" "${gf_later_modules}" "${gf_shorten_names}" ${gf_division_scripts} ${gf_plain_memory_scripts} COMMENT "Putting ${name} into the site" VERBATIM)
  add_custom_target(gf_put_${variant} DEPENDS ${published})
  add_dependencies(gf_put_${variant} gf_assets gf_later_functions)
  # A target of its own, so that the pictures are drawn meanwhile.
  add_custom_target(gf_site_${variant})
  add_dependencies(gf_site_${variant} gf_put_${variant} gf_first_pictures)
  add_dependencies(gf_site gf_site_${variant})
endfunction()

# The site with all variants, without the tests.
add_custom_target(gf_site)
foreach(threading threads single)
  gf_add_web_program(${threading} gf_core ${threading})
  gf_add_web_program(${threading}-relaxed gf_core_relaxed ${threading})
endforeach()

# Node older than 24 rejects relaxed SIMD; tools/test names the Node that npm installed in tests/browser.
set(gf_test_flags -sFORCE_FILESYSTEM -sNODERAWFS -sEXIT_RUNTIME=1)
# Without the proxy, main would block the event loop that its threads need to start.
set(gf_test_flags_threads -sENVIRONMENT=node,worker -sPROXY_TO_PTHREAD)
set(gf_test_flags_single -sENVIRONMENT=node)
set(gf_node "${CMAKE_SOURCE_DIR}/tools/lib/node24")
function(gf_add_web_tests name core threading)
  gf_add_tests(${name} ${core} ${threading})
  add_dependencies(${name} gf_system_libraries_${threading})
  # -O1: what Binaryen's passes gain is not worth the minute that they take.
  target_link_options(${name} PRIVATE ${gf_link_flags} -O1 ${gf_link_flags_${threading}} ${gf_test_flags} ${gf_test_flags_${threading}})
  set_target_properties(${name} PROPERTIES SUFFIX ".js")
  if(threading STREQUAL "threads")
    gf_finish_threads(${name})
  endif()
  add_test(NAME ${name} COMMAND "${gf_node}" "$<TARGET_FILE:${name}>" WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}")
endfunction()
gf_add_web_tests(gf_tests gf_core threads)
gf_add_web_tests(gf_tests-relaxed gf_core_relaxed threads)
gf_add_web_tests(gf_tests-single gf_core single)

# The program that tools/bench measures, in the build that a page without isolation runs.
add_executable(gf_bench EXCLUDE_FROM_ALL "${CMAKE_SOURCE_DIR}/tools/lib/bench_main.cpp")
target_compile_definitions(gf_bench PRIVATE GF_SOURCE_DIR="${CMAKE_SOURCE_DIR}" GF_OUTPUT_DIR="${gf_output}")
target_link_libraries(gf_bench PRIVATE gf_warnings ${gf_command_line})
gf_link_modules(gf_bench gf_core_relaxed single null)
target_link_options(gf_bench PRIVATE ${gf_link_flags} ${gf_test_flags} ${gf_test_flags_single})
add_dependencies(gf_bench gf_assets)

# The product of matrices alone, as a page with threads runs it: tools/bench gemm measures it beside other libraries in a browser.
add_executable(gf_bench_gemm EXCLUDE_FROM_ALL "${CMAKE_SOURCE_DIR}/tools/lib/bench/gemm.cpp" "${CMAKE_SOURCE_DIR}/src/core/parallel_threads.cpp")
target_compile_options(gf_bench_gemm PRIVATE -O3)
gf_link(gf_bench_gemm threads gf_core_relaxed)
add_dependencies(gf_bench_gemm gf_system_libraries_threads)
target_link_options(gf_bench_gemm PRIVATE ${gf_link_flags} ${gf_link_flags_threads} --no-entry -sFILESYSTEM=0 -sMODULARIZE -sEXPORT_ES6 -sENVIRONMENT=web,worker
  -sPTHREAD_POOL_SIZE=1 -sEXPORTED_FUNCTIONS=_malloc,_bench_threads,_bench_panels,_bench_products -sEXPORTED_RUNTIME_METHODS=HEAPF32)
gf_finish_threads(gf_bench_gemm)
set_target_properties(gf_bench_gemm PROPERTIES SUFFIX ".js" RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bench_gemm")

# Decoders and the training step, as a page with threads runs them: tools/bench train-step and tools/bench read measure them beside other libraries.
add_executable(gf_bench_model EXCLUDE_FROM_ALL "${CMAKE_SOURCE_DIR}/tools/lib/bench/model.cpp" "${CMAKE_SOURCE_DIR}/src/core/parallel_threads.cpp")
target_compile_options(gf_bench_model PRIVATE -O3)
gf_link(gf_bench_model threads gf_core_relaxed gf_train gf_model gf_autograd gf_text gf_protocol)
add_dependencies(gf_bench_model gf_system_libraries_threads)
target_link_options(gf_bench_model PRIVATE ${gf_link_flags} ${gf_link_flags_threads} --no-entry -sFILESYSTEM=0 -sMODULARIZE -sEXPORT_ES6 -sENVIRONMENT=web,worker
  -sPTHREAD_POOL_SIZE=1 -sMAXIMUM_MEMORY=4GB
  -sEXPORTED_FUNCTIONS=_malloc,_free,_bench_threads,_bench_steps,_bench_product,_bench_decoder,_bench_weight,_bench_behind,_bench_read,_bench_logits
  -sEXPORTED_RUNTIME_METHODS=HEAPU8,HEAP32,HEAPF32)
gf_finish_threads(gf_bench_model)
set_target_properties(gf_bench_model PROPERTIES SUFFIX ".js" RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bench_model")
