// The steps of the course, with their captions, as the site has them: pictures/steps.json, the texts, and the pictures of the steps.
import {language} from './words.js';

const kSite = new URL('../', import.meta.url);

// The lessons of each chapter; the texts have their names. tests/tools/teach.test.mjs compares this list with the program.
export const kChapters = {
  look_up: ['dictionary', 'tokenizer', 'softmax', 'matrix-dictionary', 'one-matrix'],
  vectors: ['embeddings', 'next-word', 'words-pulling-words', 'spaces'],
  attention: ['self-attention', 'position-encoding', 'multi-head'],
  transformer: ['block', 'write-it', 'encoder-decoder'],
  training: ['backpropagation', 'training', 'modern-block'],
  language: ['language-model', 'generation', 'sampling', 'prompting'],
  answers: ['confidence', 'thinking', 'retrieval', 'tools'],
  practice: ['lora', 'preferences', 'quantization', 'scaling', 'parallelism'],
};

const json = async (address) => {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.json();
};

// A release says in steps.json in which folder its pictures are; its texts are in the same folder.
const {at = './', translated = {}, ...steps} = await json(new URL('pictures/steps.json', kSite));
const pictures = new URL(at, new URL('pictures/', kSite)), texts = new URL('../assets/text/', pictures);
const inLanguage = (name) => json(new URL(`${language}${name}`, texts)).catch(() => json(new URL(`en${name}`, texts)));
const {lessons: titles, ui} = await inLanguage('.json');

/** The ids of the steps of each lesson, in the order of the course. */
export {steps};
export const titleOf = (lesson) => titles[lesson]?.title ?? lesson;

/** The lessons by chapter: `[{name, lessons}]`. Those of no chapter stand first and last, without a name. */
export function chapters() {
  const parts = [], chapterOf = (lesson) => Object.keys(kChapters).find((chapter) => kChapters[chapter].includes(lesson)) ?? '';
  for (const lesson of Object.keys(steps)) {
    const chapter = chapterOf(lesson), name = chapter ? ui?.chapters?.[chapter] ?? chapter : '';
    if (parts.at(-1)?.name === name)
      parts.at(-1).lessons.push(lesson);
    else
      parts.push({name, lessons: [lesson]});
  }
  return parts;
}

/** `['softmax', 'sum']` of "softmax/sum". */
export const partsOf = (step) => step.split('/');
export const isStep = (step) => {
  const [lesson, id, ...rest] = partsOf(step);
  return rest.length === 0 && Object.hasOwn(steps, lesson) && steps[lesson].includes(id);
};
export const numberOf = (step) => steps[partsOf(step)[0]].indexOf(partsOf(step)[1]) + 1;
/** The address of a step, or of a document, in the program. */
export const placeOf = (step, document = '') => new URL(document ? `#d=${document}` : `#${step}`, kSite).href;

const known = new Map();
const once = (key, make) => {
  if (!known.has(key)) known.set(key, make());
  return known.get(key);
};
const textsOf = (lesson) => once(lesson, async () => (await inLanguage(`/${lesson}.json`).catch(() => null))?.lessons?.[lesson] ?? {});
const englishOf = (lesson) =>
  (language === 'en' ? textsOf(lesson) : once(`en ${lesson}`, async () => (await json(new URL(`en/${lesson}.json`, texts))).lessons[lesson]));

/** Whether a step asks something or has blanks. */
export const asks = async (step) => Boolean((await textsOf(partsOf(step)[0])).answers?.[partsOf(step)[1]]);

// --- Pictures ------------------------------------------------------------------------------------------------------------------------------

const kBarHeight = 80, kLeastHeight = 160, kBelowLegend = 48;

/**
 * The picture of a step: `{address, top, bottom, words}`. Between `top` and `bottom`, in hundredths of its height, is the scene without the bars around it, and
 * `words` are all words of it. Null if there is none.
 */
export const pictureOf = (step) => once(`picture ${step}`, async () => {
  const folder = translated[language]?.includes(step) ? `${language}/` : '';
  const address = new URL(`${folder}${step}-720x600.svg`, pictures).href, answer = await fetch(address).catch(() => null);
  if (!answer?.ok) return null;
  const svg = (await answer.text()).replace(/<style>[^]*?<\/style>/g, '');  // its fonts, which a strict policy would not let us read
  const root = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  const [, , width, height] = (root.getAttribute('viewBox') ?? '0 0 720 600').split(' ').map(Number);
  // Bars are parted from the scene by lines over the whole width.
  const lines = [...svg.matchAll(/M\.5 (\d+)h([\d.]+)v1h/g)].filter(([, , length]) => length > width - 2).map(([, y]) => Number(y));
  const hasLegend = [...root.querySelectorAll('text')].some((each) => Number(each.getAttribute('y')) > height - 60 && Number(each.getAttribute('x')) > 200);
  const bottom = height - 32 - (hasLegend ? kBelowLegend : 0);
  const top = lines.filter((y) => y > kBarHeight && bottom - y >= kLeastHeight).at(-1) ?? 0;
  return {
    address,
    width,
    height,
    top: (top + 2) / height,
    bottom: bottom / height,
    words: [...root.querySelectorAll('text')].map((each) => each.textContent).join(' ')
  };
});

// --- Captions ------------------------------------------------------------------------------------------------------------------------------

const kLive = /\{[^{}]*\[[^{}]*\}/g;
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The numbers of a caption, as its picture has them: {'{z[0,cat]}': '2.00'}. */
async function numbersOf(step) {
  const [lesson, id] = partsOf(step), caption = (await englishOf(lesson)).steps?.[id] ?? '', live = caption.match(kLive) ?? [];
  const words = live.length && (await pictureOf(step))?.words;
  if (!words) return {};
  const between = caption.split(kLive).map((text) => text.split(/\s+/).map(escaped).join('\\s*'));
  const found = new RegExp(between.join('(.{1,60}?)')).exec(words) ?? [];
  return Object.fromEntries(live.map((each, i) => [each, (found[i + 1] ?? '…').trim()]));
}

/** The caption of a step as the texts have it, with its live values in braces. */
export const templateOf = async (step) => (await textsOf(partsOf(step)[0])).steps?.[partsOf(step)[1]] ?? '';

/** The caption of a step in words, with the numbers that its picture shows. */
export async function captionOf(step) {
  const caption = await templateOf(step);
  if (caption.search(kLive) < 0) return caption;
  const numbers = await numbersOf(step);
  return caption.replace(kLive, (each) => numbers[each] ?? '…');
}
