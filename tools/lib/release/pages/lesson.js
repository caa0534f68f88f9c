// The code that the pages of packages for learning management systems share: the lesson, what of it is answered, and where work is kept.
import {watch} from '#site/port.js';
import {startGlassformer} from '#site/start.js';
import {deflateSync, inflateSync, strFromU8, strToU8} from 'fflate';

const stage = document.getElementById('stage');

/** The data that the page was made with: {lessons, words, ...}. */
export const about = JSON.parse(stage.dataset.about);
export const [lesson] = about.lessons;

// If the program says something while it begins, words of ours would go.
const begun = () => (window.glassformer?.ready ?? Promise.resolve()).catch(() => {});

/** Says something at the bottom of the page once the program has begun: words that the page was made with, and what stands for {detail}. One at a time. */
export async function say(id, detail = '') {
  await begun();
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

// A lesson's documents without those that can be brought back: see src/session/kept_work.h.
function presentOnly(text) {
  const {past, future, own, ...present} = JSON.parse(text);
  return JSON.stringify({...present, past: [], future: []});
}

// Smaller and smaller choices of what is kept.
function* choices(texts) {
  const works = [...texts].filter(([name]) => name !== 'place').map(([name, text]) => [name, presentOnly(text)]),
        place = [...texts].filter(([name]) => name === 'place');
  yield [...texts];
  yield [...works, ...place];
  yield [...works.filter(([name]) => name === `work-${lesson}`), ...place];
  yield place;
}

/** Texts by name as one text of at most `most` letters: what can be undone is left out first, then other lessons, then the numbers; '' if nothing fits. */
export function packed(texts, most) {
  for (const chosen of choices(texts)) {
    const text = base64(deflateSync(strToU8(JSON.stringify(Object.fromEntries(chosen))), {level: 9}));
    if (text.length <= most) return text;
  }
  return '';
}

/** The texts by name that `packed` was given; none if it is no such text. */
export function unpacked(text) {
  try {
    return new Map(Object.entries(JSON.parse(strFromU8(inflateSync(bytesOf(text))))));
  } catch {
    return new Map();
  }
}

/** A storage (web/storage.js) that holds texts by name and tells `kept` of all of them when one changes. It keeps no training runs. */
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

// Returns the answers: the log of the lesson (src/protocol/answer_log.h), whether nothing is left to be answered or filled in, and a score from 0 to 100.
function answersOf({answers, progress}) {
  const given = answers[lesson] ?? {}, {answered, of} = progress[lesson] ?? {answered: 0, of: 0};
  const all = Object.values(given), right = all.filter(({right: [, last]}) => last).length;
  const score = all.length && of ? Math.round(100 * right / all.length * answered / of) : 0;
  return {given, done: of > 0 && answered === of, score};
}

/**
 * Starts the lesson. `answered` is told what is answered when it has begun, and a moment after that changes: {given, done, score}. When the page goes it is told once
 * more, and then `leaving` is called, after the program has kept its work.
 */
export async function startLesson(storage, answered = () => {}, leaving = () => {}) {
  // Links lead elsewhere, or to the page itself without what the system put into its address.
  const address = about.address ?? new URL(location.pathname, location.href).href;
  if (!location.hash) history.replaceState(null, '', `#${lesson}`);
  const glassformer = window.glassformer = startGlassformer(stage, {build: 'single', ownsAddress: true, frame: {hide: 'rail'}, storage, address});
  let tell = () => {};
  const leave = () => {
    try {
      tell();
    } finally {
      leaving();  // also of a program that has ended
    }
  };
  window.addEventListener('pagehide', leave);
  await glassformer.ready;
  // Again the last one, behind the program's own.
  window.removeEventListener('pagehide', leave);
  window.addEventListener('pagehide', leave);
  window.addEventListener('pageshow', ({persisted}) => persisted && location.reload());
  tell = () => answered(answersOf(glassformer.send({type: 'snapshot', trace: false})));
  watch(glassformer, (event) => ['ready', 'answer'].includes(event) && tell());
}
