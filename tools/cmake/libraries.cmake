# The libraries that tools/setup fetched. Headers of others are SYSTEM: their warnings are not ours.
add_library(gf_headers INTERFACE)
target_include_directories(gf_headers SYSTEM INTERFACE "${GF_LIBRARIES}/usr/include" "${GF_LIBRARIES}/usr/include/eigen3")

set(zlib "${GF_LIBRARIES}/zlib")
add_library(gf_zlib STATIC "${zlib}/adler32.c" "${zlib}/crc32.c" "${zlib}/deflate.c" "${zlib}/inffast.c" "${zlib}/inflate.c" "${zlib}/inftrees.c"
  "${zlib}/trees.c" "${zlib}/zutil.c")
target_include_directories(gf_zlib SYSTEM PUBLIC "${zlib}")

set(imgui "${GF_LIBRARIES}/imgui")
add_library(gf_imgui STATIC "${imgui}/imgui.cpp" "${imgui}/imgui_draw.cpp" "${imgui}/imgui_tables.cpp" "${imgui}/imgui_widgets.cpp")
target_include_directories(gf_imgui SYSTEM PUBLIC "${imgui}" "${imgui}/backends")
# A tall page with every digit drawn has more than 65536 corners, and WebGL has no offset for them: indices of 32 bits.
target_compile_definitions(gf_imgui PUBLIC "ImDrawIdx=unsigned int")
# Characters beyond U+FFFF need 32 bits; ES 3 must be named, or the web build falls back to ES 2.
target_compile_definitions(gf_imgui PUBLIC IMGUI_USE_WCHAR32 IMGUI_DISABLE_OBSOLETE_FUNCTIONS)
if(EMSCRIPTEN)
  target_compile_definitions(gf_imgui PUBLIC IMGUI_IMPL_OPENGL_ES3)
endif()

add_library(gf_imgui_backends STATIC "${imgui}/backends/imgui_impl_glfw.cpp" "${imgui}/backends/imgui_impl_opengl3.cpp")
target_link_libraries(gf_imgui_backends PUBLIC gf_imgui)
if(EMSCRIPTEN)
  target_link_options(gf_imgui_backends PUBLIC -sUSE_GLFW=3 -sMIN_WEBGL_VERSION=2 -sMAX_WEBGL_VERSION=2)
  # Emscripten's own GLFW, not the port that would have to be downloaded.
  target_compile_definitions(gf_imgui_backends PRIVATE EMSCRIPTEN_USE_EMBEDDED_GLFW3)
else()
  find_package(glfw3 3.3 REQUIRED)
  set(OpenGL_GL_PREFERENCE GLVND)
  find_package(OpenGL REQUIRED)
  target_link_libraries(gf_imgui_backends PUBLIC glfw OpenGL::GL ${CMAKE_DL_LIBS})
  # Words that our own fonts lack.
  find_package(PkgConfig REQUIRED)
  pkg_check_modules(PANGO REQUIRED IMPORTED_TARGET pangocairo)
endif()

# What others wrote may warn as it likes.
foreach(library gf_zlib gf_imgui gf_imgui_backends)
  target_compile_options(${library} PRIVATE -w)
  set_target_properties(${library} PROPERTIES UNITY_BUILD OFF)
endforeach()

if(GF_SANITIZE)
  target_compile_options(gf_imgui PRIVATE -fno-sanitize=undefined)
endif()

# Not for the web: the check links a program without our flags, and Emscripten would build another set of its system libraries for it.
if(NOT EMSCRIPTEN)
  find_package(Threads)
endif()
