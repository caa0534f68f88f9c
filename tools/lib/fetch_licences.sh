# Fetches the licences of all that the site carries and that is others' work, from Debian's archive into the user's cache. Sourced by tools/setup after
# fetch.sh. The cache is keyed by this file's content: a change here makes a new folder, and leaves the toolchain's alone.

# Each package's file of copyrights is shipped as LICENSES/PACKAGE.txt. web/licences.html says which of the site's files they are about.
gf_licence_packages=(libimgui-dev libeigen3-dev nlohmann-json3-dev zlib1g-dev emscripten libc++-21-dev unicode-data fonts-inter-variable fonts-droid-fallback
  dict-freedict-fra-eng r-cran-janeaustenr)
# Longer licences that those files only name; Debian keeps them in the package base-files.
gf_common_licences=(GPL-2 MPL-2.0 Apache-2.0 OFL-1.1)

# fetch_licences TEMP TARGET
fetch_licences() {
  local out=$1/licences packages=$1/licence_packages name
  mkdir -p "$out" "$packages"
  say "fetching the licences"
  (cd "$packages" && quietly "$private_apt_folder/licences.log" private_apt download base-files "${gf_licence_packages[@]}")
  for name in "${gf_licence_packages[@]}"; do
    dpkg --fsys-tarfile "$(echo "$packages/${name}"_*.deb)" | tar -xO "./usr/share/doc/$name/copyright" >"$out/$name.txt" ||
      fail "the package $name has no file of copyrights"
  done
  for name in "${gf_common_licences[@]}"; do
    dpkg --fsys-tarfile "$(echo "$packages"/base-files_*.deb)" | tar -xO "./usr/share/common-licenses/$name" >"$out/$name.txt" ||
      fail "the package base-files has no licence $name"
  done
  install_folder "$out" "$2"
}
