// A plain script at the beginning of a page of one file: hands out the files that stand in the page, each packed, in a script of its own that is none
// (tools/lib/release/page.mjs).
(() => {
  const {lessons} = JSON.parse(document.getElementById('stage').dataset.about);

  /** The file as a response, as a server would send it; null if it is not in the page. */
  window.glassformerFile = (path) => {
    const packed = document.querySelector(`script[data-file="${path}"]`);
    if (!packed) return null;
    const letters = atob(packed.textContent), bytes = new Uint8Array(letters.length);
    for (let i = 0; i < letters.length; ++i) bytes[i] = letters.charCodeAt(i);
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Response(stream, {headers: {'Content-Type': packed.dataset.type}});
  };

  // An address without a place is that of the first lesson, unless the reader was elsewhere.
  function wasElsewhere() {
    try {
      return localStorage.getItem(`glassformer:${location.pathname}:place`) !== null;
    } catch {
      return false;  // storage is blocked
    }
  }
  if (!location.hash && !wasElsewhere()) {
    try {
      history.replaceState(null, '', `#${lessons[0]}`);
    } catch {
      location.hash = lessons[0];
    }
  }
})();
