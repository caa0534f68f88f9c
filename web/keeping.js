// After the first frame of a released page of its own, has the service worker (isolation.js) keep the files that the page has loaded, so that the page opens
// without the network. Tells the reader of a newer release, which comes when the reader takes it, or at a visit after all pages of this release were closed.

import {activated, kWorker} from './features.js';
import {textOf} from './texts.js';

const kParts = new URL('.', import.meta.url).href;

// Tells the worker which files have come so far, and which come later.
function tellWhatCame(worker) {
  const observer = new PerformanceObserver((list) => {
    const addresses = list.getEntries().map(({name}) => name).filter((name) => name.startsWith(kParts));
    if (addresses.length > 0) worker.postMessage({keep: addresses});
  });
  observer.observe({type: 'resource', buffered: true});
}

// The style of a small card in a corner. It stands in this script, which no first frame waits for.
const kCard = {
  inset: 'auto 12px 12px auto',
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'end',
  gap: '.4em 1em',
  padding: '.5em .5em .5em 1em',
  width: 'max-content',
  maxWidth: 'calc(100% - 24px)',
  boxSizing: 'border-box',
  border: '1px solid GrayText',
  borderRadius: '.6em',
  fontSize: '14px',
  boxShadow: '0 1px 8px #0003'
};

function offer(container, take) {
  if (container.querySelector('.gf-update')) return;
  const box = document.createElement('div'), words = document.createElement('p'), buttons = document.createElement('p');
  box.className = 'gf-message gf-notice gf-update';
  box.setAttribute('role', 'status');
  Object.assign(box.style, kCard);
  words.style.alignSelf = 'center';
  words.textContent = textOf('update');
  for (const [label, act] of [['update_take', take], ['update_later', () => {}]]) {
    const button = document.createElement('button');
    button.textContent = textOf(label);
    button.addEventListener('click', () => {
      box.remove();
      act();
    }, {once: true});
    buttons.append(button, ' ');
  }
  box.append(words, buttons);
  container.append(box);
}

// Calls `found` with each worker of a newer release, once it is ready.
function watchForNewer(registration, found) {
  const watch = (worker) => {
    const look = () => worker.state === 'installed' && registration.active && found(worker);
    worker.addEventListener('statechange', look);
    look();
  };
  for (const worker of [registration.waiting, registration.installing])
    if (worker) watch(worker);
  registration.addEventListener('updatefound', () => watch(registration.installing));
}

/** Keeps the parts that this page loads, and offers a newer release in `container`. Does nothing if the browser or the host can't. */
export async function keepVisited(glassformer, container) {
  if (!globalThis.isSecureContext || !navigator.serviceWorker) return;
  try {
    const registration = await navigator.serviceWorker.register(kWorker);
    watchForNewer(registration, (worker) => offer(container, () => {
      try {
        glassformer.keep?.();
      } catch {
        // A program that ended has kept its work already.
      }
      navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), {once: true});
      worker.postMessage({take: true});
    }));
    await activated(registration);
    tellWhatCame(registration.active);
  } catch (error) {
    console.info(`Glassformer is not kept for visits without the network: ${error.message}`);
  }
}
