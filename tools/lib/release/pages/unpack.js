// A plain script at the beginning of a page of one file. It hands out the files of the page, each packed in a script element that the browser does not run
// (tools/lib/release/page.mjs).
(() => {
  const {lessons} = JSON.parse(document.getElementById('stage').dataset.about);

  /** Returns the file as a response, as a server would send it; null if the page lacks the file. */
  window.glassformerFile = (path) => {
    const packed = document.querySelector(`script[data-file="${path}"]`);
    if (!packed) return null;
    const letters = atob(packed.textContent), bytes = new Uint8Array(letters.length);
    for (let i = 0; i < letters.length; ++i) bytes[i] = letters.charCodeAt(i);
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Response(stream, {headers: {'Content-Type': packed.dataset.type}});
  };

  // Whether kept work names a place. Otherwise an address without a place opens the first lesson.
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
