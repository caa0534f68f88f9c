# The options that every web program is linked with, and the libraries that Emscripten makes for it.

# Eigen overruns the default stack of 64 KB silently. The first memory is enough for a small lesson, and a browser makes memory larger in its place. -Oz makes
# downloads small. Binaryen would cut the data at its zeros, and the pieces and the code that joins them pack worse than zeros do. Binaryen would also inline
# functions with one caller: then functions that no first frame calls could not come after it.
set(gf_link_flags -Oz -sALLOW_MEMORY_GROWTH -sINITIAL_MEMORY=16MB -sSTACK_SIZE=2MB
  -sBINARYEN_EXTRA_PASSES=--skip-pass=memory-packing,--one-caller-inline-max-function-size=15)
set(gf_link_flags_threads -pthread -Wno-pthreads-mem-growth -sDEFAULT_PTHREAD_STACK_SIZE=2MB)
set(gf_link_flags_single "")

# Emscripten builds its system libraries (libc, libc++, ...) when a link first needs them, which takes most of a minute. This link has them built beside the
# compilation, not after it. Ninja begins with the first target, so this target stands first.
file(GENERATE OUTPUT "${CMAKE_BINARY_DIR}/generated/empty_program.cpp" CONTENT "int main() { return 0; }\n")
foreach(threading threads single)
  add_executable(gf_system_libraries_${threading} EXCLUDE_FROM_ALL "${CMAKE_BINARY_DIR}/generated/empty_program.cpp")
  target_link_options(gf_system_libraries_${threading} PRIVATE ${gf_link_flags} ${gf_link_flags_${threading}}
    "$<TARGET_PROPERTY:gf_imgui_backends,INTERFACE_LINK_OPTIONS>")
endforeach()
