# Makes OUT/assets, OUT/shaders and, for the web, the pages in OUT the same as their sources: copies what changed, removes what is
# gone. Run with -P by the target gf_assets.
cmake_minimum_required(VERSION 3.25)

# sync(FROM TO SKIP): SKIP is a regular expression of files, relative to the folders, that are left alone.
function(sync from to skip)
  file(GLOB_RECURSE present RELATIVE "${to}" "${to}/*")
  file(GLOB_RECURSE wanted RELATIVE "${from}" "${from}/*")
  list(FILTER present EXCLUDE REGEX "${skip}")
  list(FILTER wanted EXCLUDE REGEX "${skip}")
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
sync("${SOURCE}/assets" "${OUT}/assets" "^(fonts|dictionaries)/")
sync("${FONTS}" "${OUT}/assets/fonts" "${nothing}")
sync("${DICTIONARIES}" "${OUT}/assets/dictionaries" "${nothing}")
sync("${SOURCE}/shaders" "${OUT}/shaders" "${nothing}")
if(WEB)
  # The programs are put there by the linker; the JavaScript libraries and the list of exports are for the linker only.
  sync("${WEB}" "${OUT}" "^(assets|shaders)/|^glassformer-[^/]*\\.(js|wasm)|\\.br$|\\.lib\\.js$|^exports\\.txt$")
endif()
