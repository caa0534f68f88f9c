# The CMake toolchain of the web presets: Emscripten as tools/setup found or fetched it.
include("${CMAKE_CURRENT_LIST_DIR}/paths.cmake")
if(NOT EXISTS "${GF_EMSCRIPTEN_PATH_FILE}")
  message(FATAL_ERROR "Emscripten is not set up: run tools/setup --demo first")
endif()
file(STRINGS "${GF_EMSCRIPTEN_PATH_FILE}" gf_emscripten_root LIMIT_COUNT 1)
include("${gf_emscripten_root}/cmake/Modules/Platform/Emscripten.cmake")
