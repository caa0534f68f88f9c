# Fetches Emscripten and the libraries from Debian's archive into the user's cache, without touching the system's packages.
# Sourced by tools/setup. The cache is keyed by this file's content: a change here makes a new folder.
#
# Debian 12's own Emscripten and Dear ImGui are too old, so the packages of a newer release are unpacked into a folder. The archive's
# address is that of the machine's own apt sources; the signatures are checked with the machine's own keyring.

gf_release=forky
gf_library_packages=(libeigen3-dev doctest-dev nlohmann-json3-dev libcli11-dev)
gf_library_sources=(imgui zlib)
# Dependencies of the emscripten package that are large and not used from a folder (the host has its own).
gf_unused_packages='^(nodejs|libnode[0-9]+|node-(corepack|undici|llhttp)|python3.*|libpython3.*|gcc-.*|g\+\+-.*|binutils.*|libbinutils|libgprofng0|libctf.*|libstdc\+\+-.*-dev|libgcc-.*-dev|libobjc.*|libada.*|libsimdjson.*|linux-libc-dev|libc6-dev|libc-dev-bin|libc-gconv-modules-extra|libasan.*|libtsan.*|liblsan.*|libhwasan.*|libubsan.*|libitm.*|tzdata|media-types|netbase|debconf|ccache|pkgconf.*|openssl.*)_'

# The address of the Debian archive that this machine uses, from its own sources.
archive_address() {
  apt-get indextargets --format '$(ORIGIN)|$(COMPONENT)|$(CODENAME)|$(SITE)' 2>/dev/null |
    awk -F'|' '$1 == "Debian" && $2 == "main" && $3 !~ /security/ && $4 !~ /security/ { print $4; exit }'
}

# A private apt: its own state, cache and sources, and the archive's keyring. private_apt_begin FOLDER
private_apt_begin() {
  local folder=$1 site keyring=/usr/share/keyrings/debian-archive-keyring.gpg
  site=$(archive_address)
  if [[ -z $site ]]; then
    say "asking apt for its package lists (none are there yet)"
    as_root apt-get update -qq || true
    site=$(archive_address)
  fi
  [[ -n $site ]] || fail "no Debian archive among this machine's apt sources: put an emcc of at least 4.0 on PATH, on a machine with Debian's sources"
  [[ -r $keyring ]] || fail "no $keyring: apt-get install debian-archive-keyring"
  mkdir -p "$folder"/{state/lists/partial,cache/archives/partial,empty,download}
  : >"$folder/state/status"
  printf '%s [signed-by=%s] %s %s main\n' deb "$keyring" "$site" "$gf_release" deb-src "$keyring" "$site" "$gf_release" \
    >"$folder/sources.list"
  # A mirror may be frozen for longer than the release file's validity; its signature is still checked.
  cat >"$folder/apt.conf" <<CONF
Dir::State "$folder/state";
Dir::State::status "$folder/state/status";
Dir::Cache "$folder/cache";
Dir::Etc::sourcelist "$folder/sources.list";
Dir::Etc::sourceparts "$folder/empty";
Dir::Etc::parts "$folder/empty";
Dir::Etc::preferences "$folder/none";
Dir::Etc::preferencesparts "$folder/empty";
APT::Install-Recommends "false";
APT::Sandbox::User "";
Acquire::Languages "none";
Acquire::Check-Valid-Until "false";
Acquire::Retries "3";
CONF
  private_apt_folder=$folder
  quietly "$folder/update.log" private_apt update
}

private_apt() { APT_CONFIG=$private_apt_folder/apt.conf apt-get "$@"; }

# Downloads packages with all that they depend on. private_apt_download NAME...
private_apt_download() {
  quietly "$private_apt_folder/download.log" private_apt install -y --download-only "$@"
}

# Puts a finished folder in place of the old one, so that an interruption never leaves half of it. install_folder NEW TARGET
install_folder() {
  local old=$2.old.$$
  [[ ! -e $2 ]] || mv "$2" "$old"
  mv "$1" "$2"
  rm -rf "$old"
}

# Header-only libraries, and the sources of those that are built here. fetch_libraries TEMP TARGET
fetch_libraries() {
  local temp=$1 out=$1/libraries deb name
  mkdir -p "$out"
  say "fetching Eigen, doctest, nlohmann-json, CLI11, zlib and Dear ImGui"
  private_apt_download "${gf_library_packages[@]}"
  for name in "${gf_library_packages[@]}"; do
    deb=$(echo "$private_apt_folder/cache/archives/${name}"_*.deb)
    dpkg -x "$deb" "$out"
    basename "$deb" >>"$out/packages.txt"
  done
  (cd "$private_apt_folder/download" && quietly "$private_apt_folder/source.log" private_apt source --download-only "${gf_library_sources[@]}")
  for name in "${gf_library_sources[@]}"; do
    mkdir "$out/$name"
    tar -xf "$(echo "$private_apt_folder/download/${name}"_*.orig.tar.*[!c])" -C "$out/$name" --strip-components=1
    basename "$private_apt_folder/download/${name}"_*.orig.tar.*[!c] >>"$out/packages.txt"
  done
  rm -rf "$out/usr/share" "$out/usr/lib"
  [[ -f $out/imgui/imgui.cpp && -f $out/zlib/deflate.c && -f $out/zlib/zconf.h && -f $out/usr/include/eigen3/Eigen/Core && -f $out/usr/include/doctest/doctest.h &&
    -f $out/usr/include/nlohmann/json.hpp && -f $out/usr/include/CLI/CLI.hpp ]] || fail "the libraries are not laid out as expected: $out"
  install_folder "$out" "$2"
}

# Emscripten with its clang and Binaryen, made to run from a folder. fetch_emscripten TEMP TARGET
fetch_emscripten() {
  local out=$1/emscripten target=$2 deb llvm
  mkdir -p "$out"
  say "fetching Emscripten, clang and Binaryen (about 170 MB)"
  private_apt_download emscripten
  say "unpacking them"
  for deb in "$private_apt_folder"/cache/archives/*.deb; do
    [[ $(basename "$deb") =~ $gf_unused_packages ]] && continue
    dpkg -x "$deb" "$out"
    basename "$deb" >>"$out/packages.txt"
  done
  # Newer releases keep everything under usr/.
  for deb in lib lib64; do
    [[ -e $out/$deb ]] || ln -s "usr/$deb" "$out/$deb"
  done
  rm -rf "$out/usr/share/doc" "$out/usr/share/man" "$out/usr/share/locale" "$out/usr/share/emscripten/tests"
  llvm=$(basename "$(echo "$out"/usr/lib/llvm-*)")
  relocate_programs "$out" "$target" "$llvm"
  # Debian's JavaScript packages stand where only Debian's own node looks for them.
  [[ -e $out/usr/share/emscripten/node_modules ]] || mv "$out/usr/share/nodejs" "$out/usr/share/emscripten/node_modules"
  cat >"$out/usr/share/emscripten/.emscripten" <<CONF
LLVM_ROOT = '$target/usr/lib/$llvm/bin'
BINARYEN_ROOT = '$target/usr'
EMSCRIPTEN_ROOT = '$target/usr/share/emscripten'
NODE_JS = 'node'
CACHE = '$target/cache'
LLVM_ADD_VERSION = ''
CLANG_ADD_VERSION = ''
CONF
  install_folder "$out" "$target"
}

# Makes the ELF programs use the folder's own loader and libraries. relocate_programs FOLDER FINAL_FOLDER LLVM
relocate_programs() {
  local out=$1 target=$2 llvm=$3 triplet loader libs file
  triplet=$(basename "$(dirname "$(echo "$out"/usr/lib/*/libc.so.6)")")
  loader=$(cd "$out" && find usr/lib* -name 'ld-linux*.so.*' | head -n 1)
  libs=$target/usr/lib/$triplet:$target/usr/lib/$llvm/lib
  say "making the programs run from $target"
  # A library's own RUNPATH hides the program's forced rpath, so libraries that have one are changed as well.
  find "$out/usr/lib/$triplet" "$out/usr/lib/$llvm/lib" -type f -name '*.so*' -print | while read -r file; do
    [[ -z $(patchelf --print-rpath "$file" 2>/dev/null) ]] || patchelf --force-rpath --set-rpath "$libs" "$file"
  done
  find "$out/usr/lib/$llvm/bin" "$out/usr/bin" -type f -perm -u+x -print | while read -r file; do
    patchelf --print-interpreter "$file" >/dev/null 2>&1 || continue
    patchelf --set-interpreter "$target/$loader" --force-rpath --set-rpath "$libs" "$file"
  done
}
