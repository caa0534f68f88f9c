# Makes OUT/assets, OUT/shaders and, for the web, the pages in OUT the same as their sources: copies changed files, and removes files that
# are gone. The target gf_assets runs it with -P.
cmake_minimum_required(VERSION 3.25)

# sync(FROM TO LEFT_ALONE UNWANTED): LEFT_ALONE is a regular expression of files that are ignored in both folders, UNWANTED of files of FROM that TO does not
# get. Both are relative to the folders.
function(sync from to left_alone unwanted)
  file(GLOB_RECURSE present RELATIVE "${to}" "${to}/*")
  file(GLOB_RECURSE wanted RELATIVE "${from}" "${from}/*")
  list(FILTER present EXCLUDE REGEX "${left_alone}")
  list(FILTER wanted EXCLUDE REGEX "${left_alone}|${unwanted}")
  foreach(file IN LISTS present)
    if(NOT file IN_LIST wanted)
      file(REMOVE "${to}/${file}")
    endif()
  endforeach()
  foreach(file IN LISTS wanted)
    get_filename_component(folder "${to}/${file}" DIRECTORY)
    file(MAKE_DIRECTORY "${folder}")
    file(COPY_FILE "${from}/${file}" "${to}/${file}" ONLY_IF_DIFFERENT)
  endforeach()
endfunction()

set(nothing "^$")
sync("${SOURCE}/assets" "${OUT}/assets" "^(fonts|dictionaries|books|text)/" "(^|/)README\\.md$|^picture\\.png$")
execute_process(COMMAND "${CMAKE_CURRENT_LIST_DIR}/../lib/join_texts" "${SOURCE}/assets/text" "${OUT}/assets/text" COMMAND_ERROR_IS_FATAL ANY)
sync("${FONTS}" "${OUT}/assets/fonts" "${nothing}" "${nothing}")
sync("${DICTIONARIES}" "${OUT}/assets/dictionaries" "${nothing}" "${nothing}")
sync("${BOOKS}" "${OUT}/assets/books" "${nothing}" "${nothing}")
sync("${SOURCE}/shaders" "${OUT}/shaders" "${nothing}" "${nothing}")
if(WEB)
  # The programs come after they are linked. The JavaScript libraries, modules.pre.js and the list of exports are for the linker.
  sync("${WEB}" "${OUT}" "^(assets|shaders|pictures|LICENSES|tutorial)/|^glassformer-[^/]*\\.(js|wasm)" "\\.(lib|pre)\\.js$|^(exports\\.txt|package\\.json)$|(^|/)README\\.md$")
  # markdown-it and KaTeX are Debian's.
  execute_process(COMMAND "${CMAKE_COMMAND}" -E env NODE_PATH=/usr/share/nodejs "${NODE}" "${CMAKE_CURRENT_LIST_DIR}/../lib/make_tutorial.mjs" "${WEB}/tutorial" "${OUT}/tutorial"
    COMMAND_ERROR_IS_FATAL ANY)
  sync("${LICENCES}" "${OUT}/LICENSES" "^glassformer\\.txt$" "${nothing}")
  file(COPY_FILE "${SOURCE}/LICENSE" "${OUT}/LICENSES/glassformer.txt" ONLY_IF_DIFFERENT)
endif()
