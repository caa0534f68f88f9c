# Appends to the script of a web program the length of its module, for the page that shows how much has come: a server that compresses the module tells another
# length. Appends the names of the other modules, too.
#
#   cmake -DSCRIPT=glassformer-threads.js -DMODULE=glassformer-threads.wasm -DLATER=later_modules.js -P say_modules.cmake
file(SIZE "${MODULE}" bytes)
file(READ "${LATER}" later)
file(APPEND "${SCRIPT}" "export const wasmBytes = ${bytes};\n${later}")
