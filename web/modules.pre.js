// The program is several modules: what the first page begins with, what the lessons of a chapter or of several show besides, and the rest. start.js brings the
// later ones (`laterModules`, which say_modules.cmake puts behind this script). A function of theirs that is called before, or by another thread, which has
// modules of its own, brings its module here, and its caller waits.

// Returns the bytes of a file as a text; null, or an error if it is the last try, if they can't be had.
function readNow(address, isLast) {
  try {
    const request = new XMLHttpRequest();
    request.open('GET', address, false);
    request.overrideMimeType('text/plain; charset=x-user-defined');  // bytes; a page may ask for no buffer in this way
    request.send();
    if (request.status === 200) return request.responseText;
    throw new Error(`${address}: ${request.status}`);
  } catch (error) {
    if (isLast) throw error;
    return null;
  }
}

wasmBinaryFile = import.meta.url.replace(/\.js(\?.*)?$/, '.wasm');
Module['loadSplitModule'] = (file, imports) => {
  // While start.js still reads the file, it would be waited for, and reading goes on only when this thread does: another address is another file.
  const place = laterModules.indexOf(file.split('.').at(-2)), came = _gf_modules_came(0) >> place & 1;
  // The address in this page works without a network. A policy of the page may forbid it.
  const addresses = [UTF8ToString(_gf_module_address(place)), came ? file : `${file}?now`].filter((address) => address);
  const text = addresses.reduce((read, address) => read ?? readNow(address, address === addresses.at(-1)), null);
  // Letter by letter: from() makes a text of each first, which in a thread that rests stays for good, some 60 MB.
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < bytes.length; ++i) bytes[i] = text.charCodeAt(i);
  return new WebAssembly.Instance(new WebAssembly.Module(bytes), imports);
};
