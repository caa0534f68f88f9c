// <glassformer-demo lesson="self-attention" step="weights"></glassformer-demo>: Glassformer in any page, by one script (README.md, "An element").
// A demo is a frame while it is in sight. Out of sight, or if more are in sight than may run, it stands as its last picture and goes on when it comes back.

import {kLanguages} from './languages.js';

const kSite = new URL('./', import.meta.url);
const kMostRunning = 4;
const kMargin = '25%';    // of the window: a demo begins a little before it comes into sight
const kWaitsMs = 60_000;  // for the program to begin
const kWaitsForRoomMs = 100;
const kListensMs = 5_000;  // for the word of Glassformer, after the page of the frame was loaded
const kFirstLesson = 'self-attention';
const kEmbedOptions = ['show', 'hide', 'lock', 'theme', 'size', 'language'];

const kStyle = `
  :host { display: block; position: relative; overflow: hidden; container-type: inline-size; background: var(--glassformer-paper, #f7f5f0); contain: content; }
  :host([hidden]) { display: none; }
  iframe, img, slot, ::slotted([slot=poster]) { position: absolute; inset: 0; width: 100%; height: 100%; border: 0; }
  img, ::slotted([slot=poster]) { object-fit: contain; object-position: 0 0; }
  img.dark { filter: invert(1) hue-rotate(180deg); }  /* steps are pictured in the light theme alone */
  iframe { opacity: 0; } iframe.running { opacity: 1; }
  button { position: absolute; inset: 0; width: 100%; height: 100%; border: 0; background: none; font: 600 16px/1 system-ui, sans-serif; cursor: pointer; }
  button span { padding: .7em 1.4em; border-radius: 2em; background: #1c1f26; color: #fff; }
  p { position: absolute; inset: auto 0 0; margin: 0; padding: .6em 1em; font: 14px/1.4 system-ui, sans-serif; background: #fff; color: #1c1f26; }
  @media (prefers-color-scheme: dark) { :host(:not([theme=light])) { background: var(--glassformer-paper, #14161b); } }
  :host([theme=dark]) { background: var(--glassformer-paper, #14161b); }`;

const failure = (id, text) => Object.assign(new Error(text), {id});
// Resolves with the ids of the steps of each lesson of a site: {softmax: ['distribution', ...]}. A release says in `at` in which folder its pictures are.
// `translated` has the steps with pictures in further languages: {fr: ['softmax/sum', ...]}.
const known = new Map();
function stepsOf(base) {
  if (!known.has(base.href)) known.set(base.href, fetch(new URL('pictures/steps.json', base)).then((answer) => answer.json()).catch(() => ({})));
  return known.get(base.href);
}

const inSight = new Set();
let running = [];  // the demos that run, in the order of their last use

// Rests the demo that was not used for the longest time. Demos out of sight go first; a demo that is used or begins does not go.
function makeRoom() {
  const free = running.filter((each) => each.isFree);
  return (free.find((each) => !inSight.has(each)) ?? free[0])?.rest();
}

const observer = new IntersectionObserver((entries) => {
  for (const {target, isIntersecting} of entries) {
    if (isIntersecting)
      inSight.add(target);
    else
      inSight.delete(target);
    target.sightChanged(isIntersecting);
  }
}, {rootMargin: kMargin});

function beginThoseInSight() {
  for (const each of inSight)
    if (running.length < kMostRunning) each.sightChanged(true);
}

export class GlassformerDemo extends HTMLElement {
  static observedAttributes = ['lesson', 'step', 'document', 'height', 'poster', ...kEmbedOptions];

  #frame = null;
  #port = null;
  #kept = null;      // the work and the last picture of the frame before
  #ready = null;     // a promise while a frame begins or runs
  #starting = null;  // the resolve and reject of #ready
  #asked = new Map();
  #number = 0;
  #image = document.createElement('img');
  #inputs = null;  // the inputs that the frame said last
  #wanted = {};    // inputs that other demos of the group set while this demo rested
  #revealed = false;
  #size = '';
  #sizes = new ResizeObserver(() => this.#layOut());

  constructor() {
    super();
    const root = this.attachShadow({mode: 'open'}), style = new CSSStyleSheet();
    style.replaceSync(kStyle);  // a policy that refuses inline styles allows this
    root.adoptedStyleSheets = [style];
    const slot = document.createElement('slot');
    slot.name = 'poster';
    this.#image.alt = '';
    this.#image.part = 'poster';
    this.#image.addEventListener('error', () => this.#image.removeAttribute('src'));
    slot.append(this.#image);
    root.append(slot);
    for (const type of ['pointerenter', 'pointerdown', 'focusin']) this.addEventListener(type, () => this.#isAllowed && this.#used());
  }

  connectedCallback() {
    this.#layOut();
    this.#showPoster();
    window.addEventListener('message', this.#hear);
    observer.observe(this);
    this.#sizes.observe(this);
  }

  disconnectedCallback() {
    observer.unobserve(this);
    this.#sizes.disconnect();
    inSight.delete(this);
    window.removeEventListener('message', this.#hear);
    this.stop();
  }

  attributeChangedCallback(name, before, now) {
    if (!this.isConnected || before === now) return;
    this.#layOut();
    if (['height', 'poster'].includes(name)) return this.#showPoster();
    const runs = Boolean(this.#frame);
    this.stop();
    this.#showPoster();
    if (runs) this.#begin().catch(() => {});
  }

  // --- Page requests ------------------------------------------------------------------------------------------------------------

  /** Sets inputs: `await demo.set({beta: 3})`. Resolves with the document; rejects with an error that has an `id` and says what was expected. */
  set(inputs) { return this.#ask({type: 'set', inputs}); }
  /** Opens a lesson or a step: `await demo.open('softmax/step-2')`. */
  open(address) { return this.#ask({type: 'open', address}); }
  /** Resolves with a node, its shape and values: `(await demo.get('weights')).values`. */
  get(node) { return this.#ask({type: 'get', node}); }
  /** Resolves with a picture of the present frame: a Blob, PNG in the pixels of the screen. */
  picture() { return this.#ask({type: 'picture'}); }
  /** Sends any message of src/session/answer_message.h and resolves with the answer: `await demo.send({type: 'link'})`. */
  send(message) { return this.#ask(message); }
  /** A promise that is fulfilled when the program runs. Begins the program if it does not run. */
  get ready() { return this.#begin(); }

  /** Sets the demo back to its attributes. */
  async reset() {
    this.#kept = null;
    this.#wanted = {};
    const runs = this.#frame;
    this.stop();
    this.#showPoster();
    if (runs) await this.#begin();
  }

  /** Ends the program, and forgets its work. The poster stays. */
  stop() {
    this.#kept = null;
    this.#end(failure('stopped', 'The demo was stopped.'));
  }

  // --- The frame ----------------------------------------------------------------------------------------------------------------

  get #isAllowed() { return this.getAttribute('reveal') !== 'click' || this.#revealed; }
  get #isLazy() { return this.getAttribute('loading') !== 'eager'; }
  /** Whether another demo may take the place of this one among those that run. */
  get isFree() { return Boolean(this.#port) && document.activeElement !== this && this.#asked.size === 0 && !this.matches(':hover'); }
  // Returns the attribute, otherwise the language of the text around, if the program has that language and it is not English.
  get #language() {
    const around = this.closest('[lang]')?.lang.toLowerCase().split('-')[0] ?? '';
    return this.getAttribute('language') ?? (around !== 'en' && Object.hasOwn(kLanguages, around) ? around : null);
  }
  get #isNarrow() { return (this.clientWidth || 720) < 540; }
  get #base() { return new URL(this.getAttribute('site') ?? kSite, document.baseURI); }

  sightChanged(isSeen) {
    if (isSeen && this.#isAllowed && !this.#frame && running.length < kMostRunning) this.#begin().catch(() => {});
    if (!isSeen && this.isFree && this.#isLazy) this.rest();
  }

  #used() {
    if (!this.#frame)
      this.#begin().catch(() => {});
    else
      running = [...running.filter((each) => each !== this), this];
  }

  #address() {
    const url = new URL(this.#base), options = new URLSearchParams();
    for (const name of kEmbedOptions)
      if (this.hasAttribute(name)) options.set(name, this.getAttribute(name));
    if (this.#language) options.set('language', this.#language);
    if (!this.hasAttribute('hide') && !this.hasAttribute('show')) options.set('hide', 'rail');
    options.set('origin', location.origin);
    url.search = String(options);
    const lesson = this.getAttribute('lesson') ?? kFirstLesson, step = this.getAttribute('step');
    const named = /^\d+$/.test(step ?? '') ? `step-${step}` : step;
    const place = step ? `${lesson}/${named}` : lesson;
    // The frame's name has the kept work, and its place.
    url.hash = this.hasAttribute('document') ? `d=${this.getAttribute('document')}` : place;
    if (this.#kept) url.hash = '';
    return url;
  }

  #begin() {
    if (this.#ready) return this.#ready;
    if (!this.isConnected) return Promise.reject(failure('not_in_page', 'The demo stands in no page.'));
    this.#ready = new Promise((resolve, reject) => {
      this.#starting = {resolve, reject};
    });
    this.#ready.catch(() => {});  // callers that wait hear of the failure
    const late = setTimeout(() => this.#failed('timeout', 'The program did not begin.'), kWaitsMs);
    this.#ready.then(() => clearTimeout(late), () => clearTimeout(late));
    this.#makeFrame();
    return this.#ready;
  }

  async #makeFrame() {
    const frame = this.#frame = document.createElement('iframe');
    // Waits while all running demos begin or are used at this moment.
    while (this.#frame === frame && running.length >= kMostRunning)
      if (!(await makeRoom())) await new Promise((done) => setTimeout(done, kWaitsForRoomMs));
    if (this.#frame !== frame) return;
    running.push(this);
    frame.title = this.getAttribute('title') ?? 'Glassformer';
    frame.allow = 'clipboard-write; cross-origin-isolated; fullscreen';
    if (this.#kept) {
      const {keepAs, texts, files, elsewhere} = this.#kept.state;
      frame.name = JSON.stringify({glassformer: {keepAs, texts, files: [...Object.keys(files), ...elsewhere]}});
    }
    frame.src = this.#address();
    frame.addEventListener('load', () => setTimeout(() => {
      if (this.#frame === frame && !this.#port) this.#failed('no_site', `No Glassformer answers at ${this.#base}.`);
    }, kListensMs), {once: true});
    this.shadowRoot.append(frame);
    this.shadowRoot.querySelector('button')?.remove();
  }

  // Hears that the frame listens, and gives the port to that very page.
  #hear = ({source, origin, data}) => {
    if (!this.#frame || source !== this.#frame.contentWindow || origin !== this.#base.origin || data?.glassformer !== 'here') return;
    this.#port?.close();
    const {port1, port2} = new MessageChannel();
    this.#port = port1;
    port1.onmessage = ({data: message}) => this.#take(message);
    source.postMessage({glassformer: 'connect', files: this.#kept?.state.files ?? {}}, origin, [port2]);
  };

  #take({id, answer, error, event, detail}) {
    if (event) return this.#happened(event, detail);
    const asked = this.#asked.get(id);
    this.#asked.delete(id);
    if (error)
      asked?.reject(failure(error.id, error.text));
    else
      asked?.resolve(answer);
  }

  async #ask(message) {
    await this.#begin();
    return this.#say(message);
  }

  #say(message) {
    const id = ++this.#number;
    return new Promise((resolve, reject) => {
      this.#asked.set(id, {resolve, reject});
      this.#port.postMessage({...message, id});
    });
  }

  #happened(event, detail) {
    if (event === 'ready') {
      this.#frame.classList.add('running');
      this.#inputs = detail.inputs;
      this.#starting.resolve(this);
      this.#ready = Promise.resolve(this);  // also if the program began after it was given up
      this.#shareWanted();
    }
    if (event === 'change') this.#share(detail.inputs);
    if (event === 'error')
      this.#failed(detail.id, detail.text);
    else
      this.dispatchEvent(new CustomEvent(event, {detail, bubbles: true}));
  }

  #failed(id, text) {
    const error = failure(id, text);
    this.#starting?.reject(error);
    // A frame that came shows its own message. If no frame came, the element shows the text.
    if (this.#port) {
      this.#frame.classList.add('running');
    } else {
      this.#end(error);
      const words = document.createElement('p');
      words.setAttribute('role', 'alert');
      words.textContent = text;
      this.shadowRoot.append(words);
    }
    this.dispatchEvent(new CustomEvent('error', {detail: {id, text}}));
  }

  #end(error) {
    this.shadowRoot.querySelectorAll('iframe, p').forEach((each) => each.remove());
    this.#port?.close();
    for (const asked of this.#asked.values()) asked.reject(error);
    this.#asked.clear();
    this.#starting?.reject(error);
    this.#frame = this.#port = this.#ready = this.#starting = null;
    running = running.filter((each) => each !== this);
  }

  /** Ends the program, keeps its work, and shows its last picture. Resolves with whether the demo could rest. */
  async rest() {
    if (!this.isFree) return false;
    const state = await this.#say({type: 'rest'}).catch(() => null);  // a program that failed has nothing to keep
    if (!this.#frame) return true;
    this.#kept = state && {state, picture: state.picture};
    await this.#showPoster();
    await this.#image.decode?.().catch(() => {});
    this.#end(failure('rests', 'The demo went out of sight.'));
    queueMicrotask(beginThoseInSight);
    return true;
  }

  // --- The poster -----------------------------------------------------------------------------------------------------------------

  #layOut() {
    const height = this.getAttribute('height') ?? 'auto';
    this.style.height = /^\d+$/.test(height) ? `${height}px` : '';
    const ofPictures = this.#isNarrow ? '3 / 5' : '6 / 5';
    this.style.aspectRatio = this.style.height ? '' : ofPictures;
    const {clientWidth: width, clientHeight: pixels} = this, size = `${width}x${pixels}`;
    if (this.#size === size) return;
    if (this.#size) this.dispatchEvent(new CustomEvent('resize', {detail: {width, height: pixels}}));  // it does not bubble: windows hear of a resize as well
    this.#size = size;
  }

  async #pictureAddress() {
    this.#image.classList.remove('dark');
    if (this.hasAttribute('poster')) return new URL(this.getAttribute('poster'), document.baseURI);
    if (['show', 'size', 'document'].some((name) => this.hasAttribute(name)) || !['rail', null].includes(this.getAttribute('hide'))) return null;
    const theme = this.getAttribute('theme'), lesson = this.getAttribute('lesson') ?? kFirstLesson, step = this.getAttribute('step') ?? '';
    const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
    const {at = './', translated = {}, [lesson]: ids = []} = await stepsOf(this.#base), name = /^\d*$/.test(step) ? ids[(step || 1) - 1] : step;
    const folder = translated[this.#language]?.includes(`${lesson}/${name}`) ? `${this.#language}/${lesson}` : lesson;
    this.#image.classList.toggle('dark', dark);
    return ids.includes(name) ? new URL(`${at}${folder}/${name}-${this.#isNarrow ? '360x600' : '720x600'}.svg`, new URL('pictures/', this.#base)) : null;
  }

  async #showPoster() {
    const last = this.#image.src, kept = this.#kept;
    this.#image.loading = this.#isLazy ? 'lazy' : 'eager';
    if (!this.#isAllowed && !this.shadowRoot.querySelector('button')) this.#addButton();
    const address = kept?.picture ? URL.createObjectURL(kept.picture) : await this.#pictureAddress();
    if (kept !== this.#kept) return;
    if (kept) this.#image.classList.remove('dark');
    if (address)
      this.#image.src = address;
    else
      this.#image.removeAttribute('src');
    if (last.startsWith('blob:')) URL.revokeObjectURL(last);
  }

  #addButton() {
    const button = document.createElement('button'), words = document.createElement('span');
    words.textContent = this.getAttribute('reveal-text') ?? '▶ Try it';
    button.append(words);
    button.addEventListener('click', () => {
      this.#revealed = true;
      this.#begin().then(() => this.#frame?.focus(), () => {});
    });
    this.shadowRoot.append(button);
  }

  // --- Demos of one group have the same inputs ------------------------------------------------------------------------------------

  #share(inputs) {
    const changed = {}, before = this.#inputs ?? {};
    for (const name of new Set([...Object.keys(before), ...Object.keys(inputs)]))
      if (JSON.stringify(before[name]) !== JSON.stringify(inputs[name])) changed[name] = inputs[name] ?? null;
    this.#inputs = inputs;
    const group = this.getAttribute('group');
    if (!group || Object.keys(changed).length === 0) return;
    for (const other of document.querySelectorAll(`glassformer-demo[group="${CSS.escape(group)}"]`))
      if (other !== this) other.take(changed);
  }

  /** Takes inputs of another demo of the group that differ from this demo's. The frame refuses inputs that its lesson lacks. */
  take(inputs) {
    for (const [name, value] of Object.entries(inputs))
      if (JSON.stringify(this.#inputs?.[name] ?? null) !== JSON.stringify(value)) this.#wanted[name] = value;
    if (this.#port && this.#inputs) this.#shareWanted();
  }

  async #shareWanted() {
    const wanted = this.#wanted;
    this.#wanted = {};
    for (const [name, value] of Object.entries(wanted)) {
      this.#inputs = {...this.#inputs, [name]: value ?? undefined};
      await this.#say({type: 'set', inputs: {[name]: value}}).catch(() => {});
    }
  }
}

if (!customElements.get('glassformer-demo')) customElements.define('glassformer-demo', GlassformerDemo);
