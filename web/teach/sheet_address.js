// Writes and reads a sheet as the part behind # of an address: title=Softmax&lines=3&step=softmax/sum&note=...&d=... Fields that follow a step belong to it.

export const kMostSteps = 60;
export const kMostLines = 20;
export const kLines = 3;
const kLongest = 400;  // of a title and of a note
const kDocument = /^[A-Za-z0-9_-]+$/;

/** An empty sheet. */
export const newSheet = () => ({title: '', lines: kLines, entries: []});

/** `{title, lines, entries: [{step: 'softmax/sum', note, document}]}` as text; empty if nothing stands on the sheet. */
export function addressOf({title, lines, entries}) {
  const parts = [];
  const add = (name, value) => parts.push(`${name}=${encodeURIComponent(value).replaceAll('%2F', '/').replaceAll('%20', '+')}`);
  if (title) add('title', title);
  if (lines !== kLines) add('lines', lines);
  for (const {step, note, document} of entries) {
    add('step', step);
    if (note) add('note', note);
    if (document) add('d', document);
  }
  return parts.join('&');
}

/**
 * Reads such a text: `{sheet, problems: [{id, words}]}`. A part that can't be read is told and left out, and the rest is kept. `isStep` says whether there is a step of that name.
 */
export function readAddress(text, isStep) {
  const sheet = newSheet(), problems = [];
  const wrong = (id, words) => problems.push({id, words});
  const cut = (name, value) => {
    if (value.length > kLongest) wrong('too_long', {name, most: kLongest});
    return value.slice(0, kLongest);
  };
  let entry = null;
  for (const [name, value] of new URLSearchParams(text.replace(/^#/, ''))) {
    if (name === 'title') {
      sheet.title = cut(name, value);
    } else if (name === 'lines') {
      if (/^\d{1,2}$/.test(value) && value <= kMostLines)
        sheet.lines = Number(value);
      else
        wrong('lines', {found: value, most: kMostLines});
    } else if (name === 'step') {
      entry = null;
      if (!isStep(value))
        wrong('step', {found: value});
      else if (sheet.entries.length >= kMostSteps)
        wrong('too_many', {found: value, most: kMostSteps});
      else
        sheet.entries.push(entry = {step: value, note: '', document: ''});
    } else if (name === 'note' && entry) {
      entry.note = cut(name, value);
    } else if (name === 'd' && entry) {
      if (kDocument.test(value))
        entry.document = value;
      else
        wrong('document', {step: entry.step});
    } else if (name !== 'note' && name !== 'd') {
      wrong('part', {found: name});
    } else if (sheet.entries.length === 0 && !problems.length) {
      wrong('no_step', {found: name});  // a field of a step that was left out has been reported with the step
    }
  }
  return {sheet, problems};
}
