// The program is two modules: what a first frame needs, and the rest, which start.js brings after that frame. A function of the rest that is called before,
// or by another thread, which has modules of its own, brings it here, and its caller waits.

wasmBinaryFile = import.meta.url.replace(/\.js(\?.*)?$/, '.wasm');
Module['loadSplitModule'] = (file, imports) => {
  // While start.js still reads the file, it would be waited for, and reading goes on only when this thread does: another address is another file.
  const address = wasmBinaryFile.replace(/wasm$/, 'rest.wasm') + (_gf_rest_came(0) ? '' : '?now'), request = new XMLHttpRequest();
  request.open('GET', address, false);
  request.overrideMimeType('text/plain; charset=x-user-defined');  // bytes; a page may ask for no buffer in this way
  request.send();
  if (request.status !== 200) throw new Error(`${address}: ${request.status}`);
  const bytes = Uint8Array.from(request.responseText, (letter) => letter.charCodeAt(0));
  return new WebAssembly.Instance(new WebAssembly.Module(bytes), imports);
};
