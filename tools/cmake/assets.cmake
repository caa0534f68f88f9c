# Fonts, texts, models, dictionaries and shaders, gathered into one folder: beside the desktop program, or in the web site.
if(EMSCRIPTEN)
  set(gf_output "${CMAKE_SOURCE_DIR}/build/site")
else()
  set(gf_output "${CMAKE_BINARY_DIR}")
endif()

set(gf_inter /usr/share/fonts/truetype/inter-vf/Inter-roman.var.ttf CACHE FILEPATH "the variable font Inter")
set(gf_font_folder "${CMAKE_BINARY_DIR}/fonts")
set(gf_fonts "${gf_font_folder}/Inter.ttc")
set(gf_further_fonts "${gf_font_folder}/Inter-further.ttc")
add_custom_command(
  OUTPUT "${gf_fonts}" "${gf_further_fonts}"
  COMMAND "${CMAKE_SOURCE_DIR}/tools/lib/subset_font" "${gf_inter}" "${gf_fonts}" "${gf_further_fonts}" 400 600
  DEPENDS "${CMAKE_SOURCE_DIR}/tools/lib/subset_font" "${gf_inter}"
  COMMENT "Subsetting Inter"
  VERBATIM)
# The letters of languages that not every machine has (web/languages.js). On the desktop the machine's letters serve.
set(gf_letters "")
if(EMSCRIPTEN)
  set(gf_chinese /usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf CACHE FILEPATH "a font with Chinese letters")
  set(gf_letters "${gf_font_folder}/zh.woff2")
  file(GLOB_RECURSE gf_chinese_texts CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/assets/text/zh/*.json" "${CMAKE_SOURCE_DIR}/web/tutorial/zh/*")
  add_custom_command(
    OUTPUT "${gf_letters}"
    COMMAND "${CMAKE_SOURCE_DIR}/tools/lib/subset_letters" "${gf_chinese}" "${gf_letters}" "${CMAKE_SOURCE_DIR}/assets/text/zh" "${CMAKE_SOURCE_DIR}/web/tutorial/zh"
    DEPENDS "${CMAKE_SOURCE_DIR}/tools/lib/subset_letters" "${gf_chinese}" ${gf_chinese_texts}
    COMMENT "Subsetting Chinese letters"
    VERBATIM)
endif()

# The real dictionary of the lesson about dictionaries: converted here, loaded when it is asked for.
set(gf_dictionary_folder "${CMAKE_BINARY_DIR}/dictionaries")
add_custom_command(
  OUTPUT "${gf_dictionary_folder}/french-english.txt"
  COMMAND "${CMAKE_SOURCE_DIR}/tools/lib/convert_dictionary" "${GF_DICTIONARY}" "${gf_dictionary_folder}/french-english.txt"
  DEPENDS "${CMAKE_SOURCE_DIR}/tools/lib/convert_dictionary"
  COMMENT "Converting the dictionary"
  VERBATIM)

# The book that the language model reads beside its grammar, for trainings by readers.
set(gf_book_folder "${CMAKE_BINARY_DIR}/books")
add_custom_command(
  OUTPUT "${gf_book_folder}/pride-and-prejudice.txt"
  COMMAND "${CMAKE_SOURCE_DIR}/tools/lib/convert_book" "${GF_BOOK}" "${gf_book_folder}/pride-and-prejudice.txt"
  DEPENDS "${CMAKE_SOURCE_DIR}/tools/lib/convert_book"
  COMMENT "Converting the book"
  VERBATIM)

# Copies changed files and removes deleted files on every build: the files are few.
set(gf_web_folder "")
if(EMSCRIPTEN)
  set(gf_web_folder "${CMAKE_SOURCE_DIR}/web")
  find_program(GF_NODE node REQUIRED NO_CMAKE_FIND_ROOT_PATH)
endif()
add_custom_target(gf_assets ALL
  COMMAND "${CMAKE_COMMAND}" "-DSOURCE=${CMAKE_SOURCE_DIR}" "-DFONTS=${gf_font_folder}" "-DDICTIONARIES=${gf_dictionary_folder}" "-DBOOKS=${gf_book_folder}" "-DWEB=${gf_web_folder}" "-DLICENCES=${GF_LICENCES}" "-DNODE=${GF_NODE}" "-DOUT=${gf_output}"
    -P "${CMAKE_SOURCE_DIR}/tools/cmake/sync_assets.cmake"
  DEPENDS "${gf_fonts}" "${gf_further_fonts}" ${gf_letters} "${gf_dictionary_folder}/french-english.txt" "${gf_book_folder}/pride-and-prejudice.txt"
  COMMENT "Gathering pages, texts, fonts and shaders"
  VERBATIM)
