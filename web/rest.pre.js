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
  // Letter by letter: from() makes a text of each first, which in a thread that rests stays for good, some 60 MB.
  const text = request.responseText, bytes = new Uint8Array(text.length);
  for (let i = 0; i < bytes.length; ++i) bytes[i] = text.charCodeAt(i);
  return new WebAssembly.Instance(new WebAssembly.Module(bytes), imports);
};
