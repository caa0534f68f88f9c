// Explains why nothing comes if the page's modules can't be loaded. This is a plain script, which browsers load from a disk, too, and into a sandbox.
// It stands at the end of the page, so that it delays nothing; the error of a module comes later.
(() => {
  // Shows the text of index.html for this reason in place of the first message.
  function say(reason) {
    const box = document.querySelector('#stage > .gf-message[data-first]');
    if (!box) return;
    const words = box.querySelector(`[data-reason=${reason}]`);
    if (!words) return;
    words.hidden = false;
    box.replaceChildren(words);
    box.classList.remove('gf-loading');
    box.setAttribute('role', 'alert');
  }
  const whenParsed = (act) => (document.readyState === 'loading' ? document.addEventListener('DOMContentLoaded', act) : act());
  // An error of a script does not bubble.
  window.addEventListener('error', ({target}) => {
    if (target?.localName === 'script') whenParsed(() => say(location.protocol === 'file:' ? 'disk' : 'parts'));
  }, true);
})();
