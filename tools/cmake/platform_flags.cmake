# Flags that every object of a build must share, since they change the layout of Eigen's and the standard library's types.

# The compiler does not contract a*b+c: the arithmetic is the same in every build, except if a kernel asks for FMA.
add_compile_options(-ffp-contract=off)

if(EMSCRIPTEN)
  # -msse4.2 gives Eigen its SSE path on top of wasm SIMD.
  # -pthread says how memory is shared; a program that is linked without it can run such objects, too (web_link.cmake).
  add_compile_options(-msimd128 -msse4.2 -fwasm-exceptions -pthread)
  # The program needs no types at run time, and a page ends without destroying static objects.
  add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:-fno-rtti;-fno-c++-static-destructors>")
  add_link_options(-fwasm-exceptions)
  # A page is downloaded before it runs, so the code is small, except for the arithmetic (modules.cmake).
  set(CMAKE_CXX_FLAGS_RELEASE "-Oz -DNDEBUG")
  set(CMAKE_C_FLAGS_RELEASE "-Oz -DNDEBUG")
else()
  set(gf_arch_flag "")
  if(GF_NATIVE_ARCH STREQUAL "auto")
    # Only a program that runs can tell, since the compiler also knows the flags of other processors.
    include(CheckCXXSourceRuns)
    set(CMAKE_REQUIRED_FLAGS "-march=x86-64-v3")
    check_cxx_source_runs(
      "int main() { __builtin_cpu_init(); return __builtin_cpu_supports(\"avx2\") && __builtin_cpu_supports(\"fma\") ? 0 : 1; }"
      GF_RUNS_X86_64_V3)
    unset(CMAKE_REQUIRED_FLAGS)
    if(GF_RUNS_X86_64_V3)
      set(gf_arch_flag -march=x86-64-v3)
    endif()
    # AVX-512 for core/ alone, which shares no type of Eigen with the rest: twice the multiplications, if the machine has AVX-512.
    set(CMAKE_REQUIRED_FLAGS "-march=x86-64-v4")
    check_cxx_source_runs(
      "int main() { __builtin_cpu_init(); return __builtin_cpu_supports(\"avx512f\") && __builtin_cpu_supports(\"avx512bw\") &&
         __builtin_cpu_supports(\"avx512dq\") && __builtin_cpu_supports(\"avx512vl\") && __builtin_cpu_supports(\"avx512cd\") ? 0 : 1; }"
      GF_RUNS_X86_64_V4)
    unset(CMAKE_REQUIRED_FLAGS)
    if(GF_RUNS_X86_64_V4)
      # GCC 12 warns of its own AVX-512 headers.
      set(gf_core_arch_flag -march=x86-64-v4 -Wno-uninitialized -Wno-maybe-uninitialized)
    endif()
  elseif(GF_NATIVE_ARCH)
    set(gf_arch_flag -march=${GF_NATIVE_ARCH})
  endif()
  add_compile_options(${gf_arch_flag})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # GCC collects garbage from 128 MB on, which takes a tenth of a compilation. With this flag it begins at 1 GB (in KB).
    add_compile_options("SHELL:--param ggc-min-heapsize=1048576")
  endif()
  if(GF_SANITIZE)
    add_compile_options(-fsanitize=${GF_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    add_link_options(-fsanitize=${GF_SANITIZE})
    if(GF_SANITIZE MATCHES undefined)
      # These checks at each access take a quarter of a compilation. The address sanitizer reports a null pointer as well. A file is read at any byte of it, so
      # core and model keep the check of alignment (modules.cmake).
      add_compile_options(-fno-sanitize=null,alignment,vptr,object-size)
    endif()
  endif()
  if(GF_FUZZ)
    add_compile_options(-fsanitize=fuzzer-no-link)
  endif()
endif()

# Warnings are errors, but in the project's own code only.
add_library(gf_warnings INTERFACE)
target_compile_options(gf_warnings INTERFACE -Wall -Wextra -Wshadow -Wnon-virtual-dtor -Wimplicit-fallthrough -Wfloat-conversion -Werror
  # Initialisers name the fields that they set; other fields have their defaults.
  -Wno-missing-field-initializers)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # Files that are compiled together are included by one file, so that the compiler takes each for a header.
  target_compile_options(gf_warnings INTERFACE -Wno-subobject-linkage)
  # GCC 12 reports these inside its own <string> and inside Eigen when it inlines them.
  target_compile_options(gf_warnings INTERFACE -Wno-restrict -Wno-error=maybe-uninitialized -Wno-error=array-bounds
    -Wno-error=stringop-overflow -Wno-error=stringop-overread -Wno-error=free-nonheap-object)
endif()
