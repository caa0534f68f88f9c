# `cmake --install` and `cpack`: the program with the files that it reads, at the places where a system looks for them. The program finds its files from its own
# place (platform/files_native.cpp), so a prefix may be any folder, and may be moved.
include(GNUInstallDirs)
install(TARGETS glassformer)
install(DIRECTORY "${gf_output}/assets" "${gf_output}/shaders" DESTINATION "${CMAKE_INSTALL_DATADIR}/glassformer")
install(FILES "${CMAKE_SOURCE_DIR}/web/icon.svg" DESTINATION "${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps" RENAME glassformer.svg)
install(FILES "${CMAKE_SOURCE_DIR}/desktop/glassformer.desktop" DESTINATION "${CMAKE_INSTALL_DATADIR}/applications")
install(FILES "${CMAKE_SOURCE_DIR}/desktop/copyright" DESTINATION "${CMAKE_INSTALL_DOCDIR}")

# The program writes its manual and its completions itself. gf_install_words(DESTINATION NAME WORDS...)
set(gf_words_folder "${CMAKE_BINARY_DIR}/generated/installed")
function(gf_install_words destination name)
  list(JOIN ARGN " " words)
  install(CODE "
    file(MAKE_DIRECTORY \"${gf_words_folder}\")
    execute_process(COMMAND \"$<TARGET_FILE:glassformer>\" ${words} OUTPUT_FILE \"${gf_words_folder}/${name}\" COMMAND_ERROR_IS_FATAL ANY)")
  if(name MATCHES "\\.1$")  # Debian's policy asks for compressed manuals
    install(CODE "execute_process(COMMAND gzip -9nf \"${gf_words_folder}/${name}\" COMMAND_ERROR_IS_FATAL ANY)")
    string(APPEND name .gz)
  endif()
  install(FILES "${gf_words_folder}/${name}" DESTINATION "${destination}")
endfunction()
gf_install_words("${CMAKE_INSTALL_MANDIR}/man1" glassformer.1 manual)
gf_install_words("${CMAKE_INSTALL_DATADIR}/bash-completion/completions" glassformer completion bash)
gf_install_words("${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions" _glassformer completion zsh)
gf_install_words("${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d" glassformer.fish completion fish)

# A package for Debian: `cpack` in the build's folder. The name of a package for this machine's processor, or with sanitizers, says so.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME glassformer)
set(CPACK_PACKAGE_VENDOR "Glassformer contributors")
set(CPACK_PACKAGE_CONTACT "Glassformer contributors <glassformer@example.org>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "transformer you can see through")
set(CPACK_PACKAGE_DESCRIPTION "Type a sentence or edit any number, and token tables, queries, keys and
values, softmax rows and attention weights follow at once. Point at any
cell and read the arithmetic that made it.

Lessons lead from a dictionary to a translator and to language models that
are trained before your eyes. A command line prints the same numbers.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_DEBIAN_PACKAGE_SECTION education)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS libgl1)  # GLFW opens it by name
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS libgl1-mesa-dri)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
if(gf_arch_flag OR gf_core_arch_flag OR GF_SANITIZE)
  execute_process(COMMAND dpkg --print-architecture OUTPUT_VARIABLE gf_architecture OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  set(CPACK_DEBIAN_FILE_NAME "glassformer_${PROJECT_VERSION}_${gf_architecture}_this-machine.deb")
endif()
include(CPack)
