# The libraries that tools/setup fetched. Their headers are SYSTEM, so that the compiler does not warn about them.
file(STRINGS "${GF_LIBRARIES}/packages.txt" gf_fetched)
list(TRANSFORM gf_fetched REPLACE "^([^_]+)_([^_]+)(_[a-z0-9]+\\.deb|\\.orig\\.tar\\..*)$" "\\1 \\2")
list(JOIN gf_fetched ", " gf_fetched)
message(STATUS "Libraries that tools/setup fetched: ${gf_fetched}")
add_library(gf_headers INTERFACE)
# A value of nlohmann's JSON asks for memory while it is destroyed, to do so without recursion. If there is none left, the exception of its destructor
# would end the program. A copy of its header catches that exception. Then the rest of the value is destroyed by recursion, which core/json_reader.h keeps shallow.
# A list or an object without memory is a null pointer, which the copy neither follows nor asserts away.
set(gf_json_folder "${CMAKE_BINARY_DIR}/generated/json")
file(READ "${GF_LIBRARIES}/usr/include/nlohmann/json.hpp" gf_json)
function(gf_change_json before after)
  string(FIND "${gf_json}" "${before}" at)
  if(at EQUAL -1)
    message(FATAL_ERROR "nlohmann/json.hpp destroys a value in another way than this recipe knows (tools/cmake/libraries.cmake)")
  endif()
  string(REPLACE "${before}" "${after}" changed "${gf_json}")
  set(gf_json "${changed}" PARENT_SCOPE)
endfunction()
set(flatten "            if (t == value_t::array || t == value_t::object)\n            {\n                // flatten")
set(flattened "                    // since it doesn't have any children\n                }\n            }\n")
gf_change_json("${flatten}" "            if (t == value_t::array || t == value_t::object)\n            try {\n                // flatten")
gf_change_json("${flattened}" "${flattened}            catch (const std::bad_alloc&) {}\n")
gf_change_json("if (current_item.is_array())" "if (current_item.is_array() && current_item.m_data.m_value.array)")
gf_change_json("else if (current_item.is_object())" "else if (current_item.is_object() && current_item.m_data.m_value.object)")
foreach(part IN ITEMS object array string binary)
  gf_change_json("        JSON_ASSERT(m_data.m_type != value_t::${part} || m_data.m_value.${part} != nullptr);\n" "")
endforeach()
file(WRITE "${gf_json_folder}/json.hpp.new" "${gf_json}")
configure_file("${gf_json_folder}/json.hpp.new" "${gf_json_folder}/nlohmann/json.hpp" COPYONLY)
target_include_directories(gf_headers SYSTEM INTERFACE "${gf_json_folder}" "${GF_LIBRARIES}/usr/include" "${GF_LIBRARIES}/usr/include/eigen3")

set(zlib "${GF_LIBRARIES}/zlib")
add_library(gf_zlib STATIC "${zlib}/adler32.c" "${zlib}/crc32.c" "${zlib}/deflate.c" "${zlib}/inffast.c" "${zlib}/inflate.c" "${zlib}/inftrees.c"
  "${zlib}/trees.c" "${zlib}/zutil.c")
target_include_directories(gf_zlib SYSTEM PUBLIC "${zlib}")
# Links hold raw deflate. Files of gzip would bring the tables of their check sum.
target_compile_definitions(gf_zlib PRIVATE NO_GZIP)

set(imgui "${GF_LIBRARIES}/imgui")
add_library(gf_imgui STATIC "${imgui}/imgui.cpp" "${imgui}/imgui_draw.cpp" "${imgui}/imgui_tables.cpp" "${imgui}/imgui_widgets.cpp")
target_include_directories(gf_imgui SYSTEM PUBLIC "${imgui}" "${imgui}/backends")
# A tall page with every digit drawn has more than 65536 corners, and WebGL has no offset for them: indices of 32 bits.
target_compile_definitions(gf_imgui PUBLIC "ImDrawIdx=unsigned int")
# Characters beyond U+FFFF need 32 bits; ES 3 must be named, or the web build falls back to ES 2.
target_compile_definitions(gf_imgui PUBLIC IMGUI_USE_WCHAR32 IMGUI_DISABLE_OBSOLETE_FUNCTIONS)
# The programs call none of these functions.
set(gf_imgui_left_out IMGUI_DISABLE_DEMO_WINDOWS IMGUI_DISABLE_DEBUG_TOOLS IMGUI_DISABLE_FILE_FUNCTIONS IMGUI_DISABLE_DEFAULT_SHELL_FUNCTIONS)
target_compile_definitions(gf_imgui PRIVATE ${gf_imgui_left_out} IMGUI_DISABLE_DEFAULT_FONT)
# Tests draw with the default font, whose letters would be 10 kB of each download. A program with this object takes no other object of that file.
add_library(gf_imgui_default_font OBJECT "${imgui}/imgui_draw.cpp")
target_link_libraries(gf_imgui_default_font PRIVATE gf_imgui)
target_compile_definitions(gf_imgui_default_font PRIVATE ${gf_imgui_left_out})
if(EMSCRIPTEN)
  target_compile_definitions(gf_imgui PUBLIC IMGUI_IMPL_OPENGL_ES3)
endif()

add_library(gf_imgui_backends STATIC "${imgui}/backends/imgui_impl_glfw.cpp" "${imgui}/backends/imgui_impl_opengl3.cpp")
target_link_libraries(gf_imgui_backends PUBLIC gf_imgui)
if(EMSCRIPTEN)
  target_link_options(gf_imgui_backends PUBLIC -sUSE_GLFW=3 -sMIN_WEBGL_VERSION=2 -sGL_SUPPORT_AUTOMATIC_ENABLE_EXTENSIONS=0 -sMAX_WEBGL_VERSION=2)
  # Emscripten's own GLFW, not the port that would have to be downloaded.
  target_compile_definitions(gf_imgui_backends PRIVATE EMSCRIPTEN_USE_EMBEDDED_GLFW3)
else()
  find_package(glfw3 3.3 REQUIRED)
  message(STATUS "GLFW: ${glfw3_VERSION}")
  set(OpenGL_GL_PREFERENCE GLVND)
  find_package(OpenGL REQUIRED)
  target_link_libraries(gf_imgui_backends PUBLIC glfw OpenGL::GL ${CMAKE_DL_LIBS})
  # For words that the program's fonts lack.
  find_package(PkgConfig REQUIRED)
  pkg_check_modules(PANGO REQUIRED IMPORTED_TARGET pangocairo)
endif()

# Third-party code is compiled without warnings.
foreach(library gf_zlib gf_imgui gf_imgui_default_font gf_imgui_backends)
  target_compile_options(${library} PRIVATE -w)
  set_target_properties(${library} PROPERTIES UNITY_BUILD OFF)
endforeach()

if(GF_SANITIZE)
  target_compile_options(gf_imgui PRIVATE -fno-sanitize=undefined)
  target_compile_options(gf_imgui_default_font PRIVATE -fno-sanitize=undefined)
endif()

# Not for the web: the check links a program without the flags of the build, and Emscripten would build another set of its system libraries for it.
if(NOT EMSCRIPTEN)
  find_package(Threads)
endif()
