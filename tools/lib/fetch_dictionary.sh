# Fetches the French-English dictionary of FreeDict from Debian's archive into the user's cache. Sourced by tools/setup after fetch.sh.
# The cache is keyed by this file's content: a change here makes a new folder, and leaves the toolchain's alone.

gf_dictionary_package=dict-freedict-fra-eng

# The dictionary, its index and its copyright as they lie in the package. fetch_dictionary TEMP TARGET
fetch_dictionary() {
  local out=$1/dictionary unpacked=$1/dictionary.deb name
  mkdir -p "$out" "$unpacked"
  say "fetching the French-English dictionary"
  private_apt_download "$gf_dictionary_package"
  dpkg -x "$(echo "$private_apt_folder/cache/archives/${gf_dictionary_package}"_*.deb)" "$unpacked"
  for name in "usr/share/dictd/freedict-fra-eng.dict.dz" "usr/share/dictd/freedict-fra-eng.index" "usr/share/doc/$gf_dictionary_package/copyright"; do
    cp "$unpacked/$name" "$out/" || fail "the dictionary's package is not laid out as expected: it has no $name"
  done
  install_folder "$out" "$2"
}
