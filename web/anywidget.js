// Glassformer in a notebook or a MyST page: a module of anywidget, whose traits follow the state of a demo (README.md, "In a notebook").
import './element.js';

// Attributes of the element that a notebook may give as traits.
const kFixed = ['show', 'hide', 'lock', 'theme', 'size', 'language', 'height', 'site'];

const same = (a, b) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
const isGiven = (value) => value !== undefined && value !== null && value !== '';

/** The demo of a model: the reader's actions set the traits, and traits that the notebook sets change the demo. */
class View {
  // The values of the traits that this view knows.
  #known = {};
  #changed = new Set();
  #listeners = [];
  #turn = Promise.resolve();

  constructor(model, el) {
    Object.assign(this, {model, demo: document.createElement('glassformer-demo'), words: document.createElement('p')});
    for (const name of [...kFixed, 'lesson', 'step', 'document'])
      if (isGiven(model.get(name))) this.demo.setAttribute(name, model.get(name));
    this.demo.setAttribute('loading', 'eager');
    this.words.setAttribute('role', 'alert');
    this.words.hidden = true;
    for (const name of ['lesson', 'step', 'document', 'inputs', 'answers']) this.#on(`change:${name}`, () => this.#note(name));
    this.#on('msg:custom', (message) => this.#ask(message));
    this.demo.addEventListener('ready', ({detail}) => this.#begin(detail));
    this.demo.addEventListener('change', ({detail: {lesson, inputs}}) => this.#say({lesson, inputs}, true));
    this.demo.addEventListener('step', ({detail: {lesson, step}}) => this.#say({lesson, step}, true));
    this.demo.addEventListener('answer', ({detail: answers}) => this.#say({answers}));
    this.demo.addEventListener('error', ({detail: {text}}) => this.#say({problem: text}));
    el.append(this.demo, this.words);
  }

  #on(event, listener) {
    this.model.on(event, listener);
    this.#listeners.push([event, listener]);
  }

  remove() {
    for (const [event, listener] of this.#listeners) this.model.off(event, listener);
    this.demo.remove();
    this.words.remove();
  }

  // Begins with the inputs of the notebook, if it has any.
  #begin({lesson, step, inputs}) {
    const wanted = this.model.get('inputs') ?? {};
    this.#known.inputs = inputs;
    if (Object.keys(wanted).length > 0 && !isGiven(this.model.get('document'))) {
      this.#say({lesson, step});
      this.#note('inputs');
    } else {
      this.#say({lesson, step, inputs}, true);
    }
  }

  // Sets traits to the state of the demo; with `withLink` also the trait of the document.
  #say(traits, withLink = false) {
    for (const [name, value] of Object.entries(traits)) {
      this.#known[name] = value;
      if (!same(this.model.get(name), value)) this.model.set(name, value);
    }
    this.model.save_changes();
    if (withLink) this.demo.send({type: 'link'}).then(({link}) => this.#say({document: link}), () => {});
  }

  // Notes a changed trait. A notebook may set several traits one after the other, and their changes are carried out together.
  #note(name) {
    if (same(this.model.get(name), this.#known[name])) return;
    if (this.#changed.size === 0)
      queueMicrotask(() => {
        this.#turn = this.#turn.then(() => this.#follow());
      });
    this.#changed.add(name);
  }

  async #follow() {
    const changed = new Set(this.#changed), {model, demo} = this, wanted = model.get('inputs') ?? {};
    this.#changed.clear();
    try {
      await demo.ready;
      let now = null;  // the document, if another document is opened
      if (changed.has('document') && isGiven(model.get('document')))
        now = await demo.send({type: 'load', link: model.get('document')});
      else if (changed.has('lesson') || changed.has('step'))
        now = await this.#open(model.get('lesson'), changed.has('step') ? model.get('step') : '');
      if (now) this.#known.inputs = now.inputs ?? {};
      if (changed.has('inputs')) {
        const gone = Object.keys(this.#known.inputs ?? {}).filter((name) => !(name in wanted));
        await demo.set({...Object.fromEntries(gone.map((name) => [name, null])), ...wanted});
      }
      // Answers come from the reader alone: a changed trait is set back.
      if (changed.has('answers')) this.#say({answers: this.#known.answers ?? {}});
      this.#problem('');
    } catch (error) {
      this.#problem(error.message);
      await this.#sayAll().catch(() => {});  // a demo that has ended has no state
    }
  }

  // Sets all traits to the state of the demo, after a change that failed.
  async #sayAll() {
    const {document: {lesson, inputs = {}}, step} = await this.demo.send({type: 'snapshot', trace: false});
    this.#say({lesson, inputs, step: step.index + 1}, true);
  }

  #open(lesson, step) {
    const named = /^\d+$/.test(step) ? `step-${step}` : step;
    return this.demo.open(isGiven(step) ? `${lesson}/${named}` : lesson);
  }

  /** Answers a message of the notebook (src/session/answer_message.h, with an `id`) by {id, answer} or {id, error: {id, text}}. */
  async #ask({id, ...message}) {
    try {
      this.model.send({id, answer: await this.demo.send(message)});
    } catch (error) {
      this.model.send({id, error: {id: error.id ?? 'failed', text: error.message}});
    }
  }

  #problem(text) {
    this.words.textContent = text;
    this.words.hidden = !text;
    this.#say({problem: text});
  }
}

/** Gives traits that a notebook leaves out the defaults of the element. */
function initialize({model}) {
  for (const [name, value] of Object.entries({lesson: 'self-attention', inputs: {}, answers: {}}))
    if (!isGiven(model.get(name))) model.set(name, value);
  model.save_changes();
}

function render({model, el}) {
  const view = new View(model, el);
  return () => view.remove();
}

export default {initialize, render};
