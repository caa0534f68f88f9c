// The page of an xAPI package: sends statements to the record store that its address names, and keeps work in that store.
import {storageFor} from '#site/storage.js';

import {about, lesson, packed, say, startLesson, storageOf, unpacked} from './lesson.js';

const kVersion = '1.0.3';
const kVerbs = 'http://adlnet.gov/expapi/verbs/';
const kMostKept = 50_000;  // letters: a browser sends no more for a page that goes
const kSendsMs = 1000, kTriesAgainMs = 10_000;
const kState = 'glassformer';

const asked = new URLSearchParams(location.search);

// Some systems give an agent's names and addresses as lists.
const first = (value) => (Array.isArray(value) ? value[0] : value);

// Returns the learner, the record store and the activity of the address, or null if the address lacks them.
function launched() {
  try {
    const endpoint = new URL(asked.get('endpoint').replace(/\/?$/, '/')), agent = JSON.parse(asked.get('actor'));
    const actor = {objectType: agent.objectType ?? 'Agent', ...Object.fromEntries(Object.entries(agent).map(([name, value]) => [name, first(value)]))};
    const {accountServiceHomePage: homePage, accountName: name, ...account} = actor.account ?? {};
    if (homePage) actor.account = {homePage, name, ...account};
    return {endpoint, actor, auth: asked.get('auth') ?? '', activity: asked.get('activity_id') ?? about.activity, registration: asked.get('registration')};
  } catch {
    return null;
  }
}

function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = bytes[6] & 15 | 64;  // a random UUID: RFC 9562
  bytes[8] = bytes[8] & 63 | 128;
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** The record store. Statements and state go out in a moment; what the store does not take is sent again. */
class Store {
  constructor(launch) { Object.assign(this, launch, {statements: [], under: [], state: null, timer: null, sending: false}); }

  ask(method, path, query, body, keepalive = false) {
    const url = new URL(path, this.endpoint);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const headers = {'X-Experience-API-Version': kVersion, ...(this.auth && {Authorization: this.auth}), ...(body && {'Content-Type': 'application/json'})};
    return fetch(url, {method, headers, body, keepalive});
  }

  get stateQuery() {
    const {activity: activityId, actor, registration} = this;
    return {activityId, agent: JSON.stringify(actor), stateId: kState, ...(registration && {registration})};
  }

  /** Resolves with the kept state: {work, told}. Rejects if the store does not answer. */
  async load() {
    const response = await this.ask('GET', 'activities/state', this.stateQuery);
    if (response.status === 404) return {};
    if (!response.ok) throw new Error(response.status);
    return response.json();
  }

  later(ms = kSendsMs) { this.timer ??= setTimeout(() => this.send(), ms); }

  /** Sends the state that `make` returns, in a moment. */
  keep(make) {
    this.state = make;
    this.later();
  }

  tell(verb, object, result) {
    const {activity, actor, registration} = this;
    const parent = object.id !== activity && {contextActivities: {parent: [{objectType: 'Activity', id: activity}]}};
    this.statements.push({
      id: newId(),
      actor,
      verb: {id: kVerbs + verb, display: {en: verb}},
      object: {objectType: 'Activity', ...object},
      result,
      context: {...(registration && {registration}), ...parent},
      timestamp: new Date().toISOString(),
    });
    this.later();
  }

  async send() {
    this.timer = null;
    if (this.sending) return this.later();
    const {statements, state} = this;
    Object.assign(this, {sending: true, under: statements, statements: [], state: null});
    const [untold, unkept] = await Promise.all(this.requests(statements, state));
    Object.assign(this, {sending: false, under: []});
    if (untold) this.statements = [...statements, ...this.statements];
    if (unkept) this.state ??= state;
    if (!untold && !unkept) return;
    say('xapi_refused', untold || unkept);
    this.later(kTriesAgainMs);
  }

  // Sends statements and the state. Each promise resolves with a problem, or with ''.
  requests(statements, state, leaving = false) {
    const said = (request) => request.then(({ok, status}) => (ok ? '' : String(status)), (error) => error.message);
    return [
      statements.length && said(this.ask('POST', 'statements', {}, JSON.stringify(statements), leaving)),
      state && said(this.ask('PUT', 'activities/state', this.stateQuery, JSON.stringify(state()), leaving)),
    ];
  }

  /** Sends everything again as the page goes, since requests under way may be lost. A statement that comes twice has one id and counts once. */
  leave() { this.requests([...this.under, ...this.statements], this.state, true); }
}

const questionOf = (store, question) => ({
  id: `${store.activity}/${encodeURIComponent(question)}`,
  definition: {type: 'http://adlnet.gov/expapi/activities/cmi.interaction', interactionType: 'other', name: {en: question}},
});

// Sends a statement for each new answer, and one when all answers are given. `told` has the last answers by question, and whether the lesson was completed.
function report(store, told, {given, done, score}) {
  for (const [question, {last, right: [, right], seconds}] of Object.entries(given)) {
    if (told.answers[question] === last) continue;
    told.answers[question] = last;
    store.tell('answered', questionOf(store, question), {response: last, success: right, duration: `PT${seconds}S`});
  }
  if (!done || told.completed) return;
  told.completed = true;
  store.tell('completed', {id: store.activity, definition: {type: about.type, name: {en: about.title}}},
    {completion: true, score: {scaled: score / 100, raw: score, min: 0, max: 100}});
}

// Starts the lesson with the state that the store kept.
function startWith(store, {work = '', told = { answers: {}, completed: false }}) {
  const texts = unpacked(work), state = () => ({work: packed(texts, kMostKept), told});
  const answered = (answers) => {
    report(store, told, answers);
    store.keep(state);
  };
  return startLesson(storageOf(texts, () => store.keep(state)), answered, () => store.leave());
}

function startAlone(words, detail) {
  const started = startLesson(storageFor(location.pathname));
  say(words, detail);
  return started;
}

async function start() {
  const launch = launched();
  if (!launch) return startAlone('xapi_none');
  const store = new Store(launch);
  let kept;
  try {
    kept = await store.load();
  } catch (error) {
    return startAlone('xapi_absent', error.message);
  }
  return startWith(store, kept);
}

start().catch((error) => console.error(error.message));
