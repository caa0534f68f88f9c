# Lets the script of a web program say how long its module is: whoever shows how much of it has come can't learn that from a server that compresses it.
#
#   cmake -DSCRIPT=glassformer-threads.js -DMODULE=glassformer-threads.wasm -P say_size.cmake
file(SIZE "${MODULE}" bytes)
file(APPEND "${SCRIPT}" "export const wasmBytes = ${bytes};\n")
