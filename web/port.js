// In a frame, answers the page around and sends it events through a MessagePort (README.md, "Messages"). The page gives the port in answer to a word that holds
// nothing. Any page may ask everything that the element asks (element.js).

const kVersion = 1;
const kSettlesMs = 20, kLooksMs = 100;

// Messages that change the document: they are answered when the trace is computed.
const kChanges = ['set', 'select', 'open', 'load', 'guess', 'blanks', 'fill', 'paste', 'command'];

// Messages that read numbers: they are answered from the trace of the present document.
const kReads = ['live', 'export'];

const problem = (id, text) => Object.assign(new Error(text), {id});
const isTexts = (value) => typeof value === 'object' && value !== null && Object.values(value).every((text) => typeof text === 'string');

/**
 * Returns the work that the element around kept of this frame while another frame took its room: {keepAs, texts, files}, the name of the work, texts by name,
 * and the names of files that the element still has. The frame's name holds it. Returns null if the name holds none.
 */
export function handedOver() {
  try {
    const {keepAs, texts, files} = JSON.parse(window.name).glassformer;
    window.name = '';
    return typeof keepAs === 'string' && isTexts(texts) && Array.isArray(files) ? {keepAs, texts, files} : null;
  } catch {
    return null;  // the author gave the frame a name
  }
}

/**
 * Returns a storage that also holds the work of the element, and all later work, so that the element can have it again if the browser keeps none. `fileOf`
 * brings a file that the element has.
 */
export function storageOver(storage, given, fileOf) {
  const texts = new Map(Object.entries(given?.texts ?? {})), files = new Map(), elsewhere = new Set(given?.files ?? []);
  return {
    ...storage,
    texts,
    files,
    elsewhere,
    load: (name) => texts.get(name) ?? storage.load(name),
    keep(name, text) {
      texts.set(name, text);
      return storage.keep(name, text);
    },
    setAside(name) {
      texts.delete(name), files.delete(name), elsewhere.delete(name);
      return storage.setAside(name);
    },
    setAllAside() {
      const had = texts.size > 0;
      texts.clear(), files.clear(), elsewhere.clear();
      return storage.setAllAside() || had;
    },
    loadLarge: async (name) => files.get(name) ?? (elsewhere.has(name) ? fileOf(name) : storage.loadLarge(name)),
    async keepLarge(name, bytes) {
      elsewhere.delete(name);
      const why = await storage.keepLarge(name, bytes);
      if (why)
        files.set(name, bytes);
      else
        files.delete(name);
      return why;
    },
  };
}

const later = (ms) => new Promise((done) => setTimeout(done, ms));

// Resolves when the trace is computed. A frame out of sight gets no turns, so each question gives the program a turn.
async function settled(glassformer) {
  for (;;) {
    const now = glassformer.send({type: 'snapshot', trace: false});
    if (!now.computing) return now;
    await later(kSettlesMs);
  }
}

const refusing = (answer) => {
  if (answer.problem) throw problem(answer.problem.id, answer.problem.text ?? answer.problem.id);
  return answer;
};

const pictureOf = (glassformer) => new Promise((done) => {
  const canvas = glassformer.picture();
  if (canvas)
    canvas.toBlob(done, 'image/png');
  else
    done(null);
});

async function carryOut(glassformer, storage, message) {
  const {type} = message;
  await glassformer.ready;
  if (kChanges.includes(type)) {
    refusing(glassformer.send(message));
    return refusing(await settled(glassformer)).document;
  }
  if (type === 'get') {
    await settled(glassformer);
    const {trace} = glassformer.send({type: 'snapshot', trace: String(message.node)});
    if (!trace?.nodes.length) throw problem('unknown_node', `There is no node named ${message.node} in this lesson.`);
    return trace.nodes[0];
  }
  if (type === 'picture') return pictureOf(glassformer);
  if (type === 'rest') {
    glassformer.keep();
    const {keepAs, texts, files, elsewhere} = storage;
    return {keepAs, texts: Object.fromEntries(texts), files: Object.fromEntries(files), elsewhere: [...elsewhere], picture: await pictureOf(glassformer)};
  }
  if (kReads.includes(type)) await settled(glassformer);
  const answer = glassformer.send(message);
  return type === 'snapshot' ? answer : refusing(answer);  // a snapshot names the problem that the screen shows
}

// The events that lead from one state to another: [name, detail].
function eventsBetween(before, now) {
  const events = [], differ = (what) => JSON.stringify(what(before)) !== JSON.stringify(what(now));
  const {lesson, inputs = {}, pins = [], selection = null} = now.document;
  if (differ(({document, step}) => [document.lesson, step.index])) events.push(['step', {lesson, step: now.step.index + 1}]);
  if (differ(({document}) => [document.lesson, document.inputs, document.pins])) events.push(['change', {lesson, inputs, pins}]);
  if (differ(({document}) => document.selection)) events.push(['select', selection]);
  if (differ(({answers}) => answers)) events.push(['answer', now.answers]);
  return events;
}

/** Calls `tell(event, detail)` for each change, a moment after a frame was drawn. The first event is `ready`. The program must have begun. */
export function watch(glassformer, tell) {
  let before = glassformer.send({type: 'snapshot', trace: false}), frames = glassformer.frames(), waits = false;
  const look = () => {
    waits = false;
    if (frames === glassformer.frames()) return;
    const now = glassformer.send({type: 'snapshot', trace: false});
    frames = glassformer.frames();
    for (const [event, detail] of eventsBetween(before, now)) tell(event, detail);
    before = now;
  };
  glassformer.onTick = () => {
    if (waits || frames === glassformer.frames()) return;
    waits = true;
    setTimeout(look, kLooksMs);
  };
  const {lesson, inputs = {}} = before.document;
  tell('ready', {lesson, step: before.step.index + 1, inputs, build: glassformer.build});
}

/**
 * Lets the page around talk with the program, and no other page. If `origin` is named, the page must have that origin. `storage` comes from storageOver. The
 * port's first message brings `files`, which the frame before could not keep.
 */
export function listenToPage(glassformer, {origin, storage, filesCame}) {
  let connected = null;
  window.addEventListener('message', ({source, origin: from, data, ports: [port]}) => {
    if (source !== window.parent || data?.glassformer !== 'connect' || !port) return;
    if (origin && from !== origin) return console.warn(`Glassformer: a page of ${from} asks, and origin= names ${origin}`);
    connected?.close();
    connected = port;
    filesCame(data.files instanceof Object ? data.files : {});
    const tell = (event, detail) => port === connected && port.postMessage({event, detail});
    port.onmessage = async ({data: message}) => {
      const {id} = message instanceof Object ? message : {};
      if (!Number.isSafeInteger(id)) return;  // without an id no answer can be given
      try {
        port.postMessage({id, answer: await carryOut(glassformer, storage, message)});
      } catch (error) {
        port.postMessage({id, error: {id: error.id ?? 'failed', text: error.message}});
      }
    };
    glassformer.onStopped = (text) => tell('error', {id: 'stopped', text});
    glassformer.ready.then(() => watch(glassformer, tell), (error) => tell('error', {id: error.id ?? 'start', text: error.message}));
  });
  window.parent.postMessage({glassformer: 'here', version: kVersion}, '*');
}
