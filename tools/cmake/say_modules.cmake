# Lets the script of a web program say how long its module is, since whoever shows how much of it has come can't learn that from a server that compresses it, and
# what other modules there are.
#
#   cmake -DSCRIPT=glassformer-threads.js -DMODULE=glassformer-threads.wasm -DLATER=later_modules.js -P say_modules.cmake
file(SIZE "${MODULE}" bytes)
file(READ "${LATER}" later)
file(APPEND "${SCRIPT}" "export const wasmBytes = ${bytes};\n${later}")
