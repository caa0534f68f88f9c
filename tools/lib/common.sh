# Paths, messages and builds for the scripts in tools/. Sourced, never run.

gf_root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
gf_cache=${XDG_CACHE_HOME:-$HOME/.cache}/glassformer
# The folders of the cache are keyed by the recipe that made them; tools/cmake/paths.cmake computes the same key.
gf_key=$(sha256sum "$gf_root/tools/lib/fetch.sh" | cut -c1-12)
gf_libraries=$gf_cache/libraries-$gf_key
gf_dictionary=$gf_cache/dictionary-$(sha256sum "$gf_root/tools/lib/fetch_dictionary.sh" | cut -c1-12)
gf_book=$gf_cache/book-$(sha256sum "$gf_root/tools/lib/fetch_book.sh" | cut -c1-12)
gf_licences=$gf_cache/licences-$(sha256sum "$gf_root/tools/lib/fetch_licences.sh" | cut -c1-12)
gf_servers=$gf_cache/servers-$(sha256sum "$gf_root/tools/lib/fetch_servers.sh" | cut -c1-12)
gf_emscripten=$gf_cache/emscripten-$gf_key
# The file that names the Emscripten in use: one line, the folder that holds emcc.
gf_emscripten_path=$gf_cache/emscripten-$gf_key.path

say() { printf '[%s] %s\n' "${gf_name:-glassformer}" "$*"; }
fail() { printf '[%s] %s\n' "${gf_name:-glassformer}" "$*" >&2; exit 1; }

gf_jobs() { nproc 2>/dev/null || echo 2; }

# Runs a command with its output in a log file, and shows the end of the log if the command fails.
# quietly LOG COMMAND...
quietly() {
  local log=$1
  shift
  if ! "$@" >"$log" 2>&1; then
    tail -n 40 "$log" >&2
    fail "failed: $* (all of its output: $log)"
  fi
}

# Configures a preset if needed, and builds its targets. build_preset PRESET [TARGET]...
build_preset() {
  local preset=$1 folder=$gf_root/build/$1 recipe
  shift
  # Another compiler needs a new configuration: CMake keeps the old one's path.
  recipe="$gf_key $(cat "$gf_emscripten_path" 2>/dev/null || true)"
  if [[ ! -f $folder/build.ninja || $(cat "$folder/recipe" 2>/dev/null) != "$recipe" ]]; then
    say "configuring $preset"
    mkdir -p "$folder"
    (cd "$gf_root" && quietly "$folder/configure.log" cmake --fresh --preset "$preset") || exit 1
    printf '%s\n' "$recipe" >"$folder/recipe"
  fi
  say "building $preset"
  (cd "$gf_root" && cmake --build --preset "$preset" ${1:+--target "$@"}) || fail "the build of $preset failed"
}
