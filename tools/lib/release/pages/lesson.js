// The code that the pages of packages for learning management systems share: the lesson, its answers, and the storage of the reader's work.
import {watch} from '#site/port.js';
import {startGlassformer} from '#site/start.js';
import {deflateSync, inflateSync, strFromU8, strToU8} from 'fflate';

const stage = document.getElementById('stage');

/** The data that the page was made with: {lessons, words, ...}. */
export const about = JSON.parse(stage.dataset.about);
export const [lesson] = about.lessons;

// Resolves when the program has begun. A message of the program while it begins would remove the page's own.
const hasBegun = () => (window.glassformer?.ready ?? Promise.resolve()).catch(() => {});

/** Shows a text at the bottom of the page after the program has begun, in place of the text before. `detail` stands for {detail} in the text. */
export async function say(id, detail = '') {
  await hasBegun();
  document.getElementById('said')?.remove();
  const box = document.createElement('div'), words = document.createElement('p'), close = document.createElement('button');
  Object.assign(box, {id: 'said', className: 'gf-message gf-notice'}).setAttribute('role', 'status');
  words.textContent = about.words[id].replace('{detail}', detail);
  close.textContent = about.words.close;
  close.addEventListener('click', () => box.remove());
  box.append(words, close);
  stage.append(box);
}

const base64 = (bytes) => btoa(String.fromCharCode(...bytes));
const bytesOf = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

// Returns the kept work of a lesson without its steps of undo and redo: see src/session/kept_work.h.
function presentOnly(text) {
  const {past, future, own, ...present} = JSON.parse(text);
  return JSON.stringify({...present, past: [], future: []});
}

// Yields smaller and smaller choices of the kept texts.
function* choices(texts) {
  const works = [...texts].filter(([name]) => name !== 'place').map(([name, text]) => [name, presentOnly(text)]),
        place = [...texts].filter(([name]) => name === 'place');
  yield [...texts];
  yield [...works, ...place];
  yield [...works.filter(([name]) => name === `work-${lesson}`), ...place];
  yield place;
}

/** Returns texts by name as one text of at most `most` letters. Leaves out steps of undo first, then other lessons, then inputs; '' if nothing fits. */
export function packed(texts, most) {
  for (const chosen of choices(texts)) {
    const text = base64(deflateSync(strToU8(JSON.stringify(Object.fromEntries(chosen))), {level: 9}));
    if (text.length <= most) return text;
  }
  return '';
}

/** Returns the texts by name from a text of `packed`; none if it is no such text. */
export function unpacked(text) {
  try {
    return new Map(Object.entries(JSON.parse(strFromU8(inflateSync(bytesOf(text))))));
  } catch {
    return new Map();
  }
}

/** Returns a storage (web/storage.js) that holds texts by name and calls `kept` with all of them when a text changes. It keeps no training runs. */
export const storageOf = (texts, kept) => ({
  load: (name) => texts.get(name) ?? null,
  keep(name, text) {
    texts.set(name, text);
    kept(texts);
    return '';
  },
  setAside: (name) => texts.delete(name) || true,
  setAllAside() {
    const had = texts.size > 0;
    texts.clear();
    return had;
  },
  loadLarge: async () => undefined,
  keepLarge: async () => '',
});

// Returns the answers: the log of the lesson (src/protocol/answer_log.h), whether all questions and blanks are done, and a score from 0 to 100: the share of
// right answers times the share that is done.
function answersOf({answers, progress}) {
  const given = answers[lesson] ?? {}, {answered, of} = progress[lesson] ?? {answered: 0, of: 0};
  const all = Object.values(given), right = all.filter(({right: [, last]}) => last).length;
  const score = all.length && of ? Math.round(100 * right / all.length * answered / of) : 0;
  return {given, done: of > 0 && answered === of, score};
}

/**
 * Starts the lesson. Calls `answered` with {given, done, score} when the lesson has begun, a moment after each change, and when the page goes. Then, after the
 * program has kept its work, calls `leaving`.
 */
export async function startLesson(storage, answered = () => {}, leaving = () => {}) {
  // Copied links lead to the address of the package, otherwise to the page itself without the system's parameters.
  const address = about.address ?? new URL(location.pathname, location.href).href;
  if (!location.hash) history.replaceState(null, '', `#${lesson}`);
  const glassformer = window.glassformer = startGlassformer(stage, {build: 'single', ownsAddress: true, frame: {hide: 'rail'}, storage, address});
  let tell = () => {};
  const leave = () => {
    try {
      tell();
    } finally {
      leaving();  // also after the program has ended
    }
  };
  window.addEventListener('pagehide', leave);
  await glassformer.ready;
  // Moves the listener behind the program's own.
  window.removeEventListener('pagehide', leave);
  window.addEventListener('pagehide', leave);
  window.addEventListener('pageshow', ({persisted}) => persisted && location.reload());
  tell = () => answered(answersOf(glassformer.send({type: 'snapshot', trace: false})));
  watch(glassformer, (event) => ['ready', 'answer'].includes(event) && tell());
}
