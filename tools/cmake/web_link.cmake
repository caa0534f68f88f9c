# The options that every web program is linked with, and the libraries that Emscripten makes for it.

# Eigen overruns the default stack of 64 KB silently. The first memory is enough for a small lesson, and a browser makes memory larger in its place. -Oz makes
# downloads small. Binaryen would cut the data at its zeros, and the pieces and the code that joins them pack worse than zeros do. Binaryen would also inline
# functions with one caller: then functions that no first frame calls could not come after it.
set(gf_link_flags -Oz -sALLOW_MEMORY_GROWTH -sINITIAL_MEMORY=16MB -sSTACK_SIZE=2MB
  -sBINARYEN_EXTRA_PASSES=--skip-pass=memory-packing,--one-caller-inline-max-function-size=15)
set(gf_link_flags_threads -pthread --profiling-funcs -Wno-pthreads-mem-growth -sDEFAULT_PTHREAD_STACK_SIZE=2MB)
set(gf_link_flags_single "")

# Emscripten builds its system libraries (libc, libc++, ...) when a link first needs them, which takes most of a minute. This link has them built beside the
# compilation, not after it. Ninja begins with the first target, so this target stands first.
file(GENERATE OUTPUT "${CMAKE_BINARY_DIR}/generated/empty_program.cpp" CONTENT "int main() { return 0; }\n")
foreach(threading threads single)
  add_executable(gf_system_libraries_${threading} EXCLUDE_FROM_ALL "${CMAKE_BINARY_DIR}/generated/empty_program.cpp")
  target_link_options(gf_system_libraries_${threading} PRIVATE ${gf_link_flags} ${gf_link_flags_${threading}}
    "$<TARGET_PROPERTY:gf_imgui_backends,INTERFACE_LINK_OPTIONS>")
endforeach()

# A program with threads copies and fills memory by functions of its own (memory_threads.cpp says why). gf_link has each such program link them. A script puts calls
# of them in the place of instructions (plain_memory.mjs). It finds the functions by their names.
add_library(gf_plain_memory OBJECT "${CMAKE_SOURCE_DIR}/src/platform/memory_threads.cpp")
target_link_libraries(gf_plain_memory PRIVATE gf_warnings)
target_compile_options(gf_plain_memory PRIVATE -O3 -fno-builtin)
set(gf_put_plain_memory "${CMAKE_SOURCE_DIR}/tools/lib/plain_memory.mjs")
set(gf_plain_memory_scripts "${gf_put_plain_memory}" "${CMAKE_SOURCE_DIR}/tools/lib/wasm.mjs")

# Has the script change a program after its link. It changes a program of the site once its functions are divided (web_program.cmake). gf_finish_threads(PROGRAM)
function(gf_finish_threads program)
  set_property(TARGET ${program} APPEND PROPERTY LINK_DEPENDS ${gf_plain_memory_scripts})
  add_custom_command(TARGET ${program} POST_BUILD COMMAND "${GF_NODE}" "${gf_put_plain_memory}" "$<TARGET_FILE_DIR:${program}>/$<TARGET_FILE_BASE_NAME:${program}>.wasm" VERBATIM)
endfunction()
