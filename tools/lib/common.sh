# Shared by the scripts in tools/: where things are, and how a script talks. Sourced, never run.

gf_root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
gf_cache=${XDG_CACHE_HOME:-$HOME/.cache}/glassformer
# The folders of the cache are keyed by the recipe that made them; tools/cmake/paths.cmake computes the same key.
gf_key=$(sha256sum "$gf_root/tools/lib/fetch.sh" | cut -c1-12)
gf_libraries=$gf_cache/libraries-$gf_key
gf_emscripten=$gf_cache/emscripten-$gf_key
# Which Emscripten is in use: one line, the folder that holds emcc.
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
