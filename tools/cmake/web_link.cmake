# The options that every web program is linked with, and the libraries that Emscripten makes for it.

# Eigen overruns the default stack of 64 KB silently. A small lesson needs no more than what memory begins with, and a browser makes it larger in its place. -Oz: what is linked travels.
# Binaryen would cut the data at its zeros, and the pieces and the code that joins them pack worse than zeros do. It would also put each function that is called
# at one place there, whole: what no first frame calls could then not travel after it.
set(gf_link_flags -Oz -sALLOW_MEMORY_GROWTH -sINITIAL_MEMORY=16MB -sSTACK_SIZE=2MB
  -sBINARYEN_EXTRA_PASSES=--skip-pass=memory-packing,--one-caller-inline-max-function-size=15)
set(gf_link_flags_threads -pthread -Wno-pthreads-mem-growth -sDEFAULT_PTHREAD_STACK_SIZE=2MB)
set(gf_link_flags_single "")

# Emscripten builds its system libraries (libc, libc++, ...) when a link first needs them, which takes most of a minute: here beside the compilation,
# not after it. Ninja begins with what stands first, so this stands before all else.
file(GENERATE OUTPUT "${CMAKE_BINARY_DIR}/generated/empty_program.cpp" CONTENT "int main() { return 0; }\n")
foreach(threading threads single)
  add_executable(gf_system_libraries_${threading} EXCLUDE_FROM_ALL "${CMAKE_BINARY_DIR}/generated/empty_program.cpp")
  target_link_options(gf_system_libraries_${threading} PRIVATE ${gf_link_flags} ${gf_link_flags_${threading}}
    "$<TARGET_PROPERTY:gf_imgui_backends,INTERFACE_LINK_OPTIONS>")
endforeach()
