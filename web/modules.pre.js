// Brings a later module of the program if one of its functions is called before start.js has brought it; the caller waits. Another thread has modules of its
// own and brings them here, too. say_modules.cmake puts `laterModules`, the names, behind this script.

// Returns the bytes of a file, which are a text in a page. If they can't be had, returns null, or throws an error at the last try.
function readNow(address, isLast) {
  try {
    const request = new XMLHttpRequest();
    request.open('GET', address, false);
    // A thread gets a buffer. A page may ask for none while it waits.
    if (globalThis.WorkerGlobalScope)
      request.responseType = 'arraybuffer';
    else
      request.overrideMimeType('text/plain; charset=x-user-defined');
    request.send();
    if (request.status === 200) return request.response;
    throw new Error(`${address}: ${request.status}`);
  } catch (error) {
    if (isLast) throw error;
    return null;
  }
}

// A loop, since from() makes a text of each letter first.
function bytesOf(text) {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < bytes.length; ++i) bytes[i] = text.charCodeAt(i);
  return bytes;
}

// The modules that a thread began with (start.js), by their names.
const handedModules = {};
if (globalThis.WorkerGlobalScope) addEventListener('message', ({data}) => Object.assign(handedModules, data?.gfModules));

wasmBinaryFile = import.meta.url.replace(/\.js(\?.*)?$/, '.wasm');
Module['loadSplitModule'] = (file, imports) => {
  // While start.js still reads the file, the browser would wait for that reading, which goes on only when this thread does. Another address avoids the wait.
  const name = file.split('.').at(-2);
  if (handedModules[name]) return new WebAssembly.Instance(handedModules[name], imports);
  const place = laterModules.indexOf(name), came = _gf_modules_came(0) >> place & 1;
  // The address in this page works without a network. A policy of the page may forbid it.
  const addresses = [UTF8ToString(_gf_module_address(place)), came ? file : `${file}?now`].filter((address) => address);
  const read = addresses.reduce((found, address) => found ?? readNow(address, address === addresses.at(-1)), null);
  return new WebAssembly.Instance(new WebAssembly.Module(typeof read === 'string' ? bytesOf(read) : read), imports);
};

// Emscripten knows the placeholder of a later module's function by its place in the table of functions. The module names how many places are passed over since the
// placeholder before (tools/lib/first_frame/shorten_placeholders.mjs). An engine asks for imports in their order.
{
  const importsOf = getWasmImports;
  getWasmImports = () => {
    const all = importsOf(), ofModules = new Map();
    let place = -1;
    const placeholdersOf = (name) => {
      const found = all[name];
      return new Proxy({}, {get: (none, passed) => found[place += 1 + Number(passed)]});
    };
    return new Proxy(all, {
      get(imports, name) {
        if (!name.startsWith('placeholder')) return imports[name];
        if (!ofModules.has(name)) ofModules.set(name, placeholdersOf(name));
        return ofModules.get(name);
      }
    });
  };
}
