// The page of a SCORM 1.2 package: reports answers to the learning management system, and keeps work in it.
import {storageFor} from '#site/storage.js';

import {packed, say, startLesson, storageOf, unpacked} from './lesson.js';

const kMostSuspended = 4096;  // letters that SCORM 1.2 lets a system keep
const kMostWindows = 500;
const kCommitsMs = 1000;

// Returns the API of the system, which stands in a window around this one, or around the window that opened it.
function findApi() {
  for (const begin of [window.parent, window.opener]) {
    for (let here = begin, seen = 0; here && seen < kMostWindows; here = here.parent, ++seen) {
      try {
        if (here.API) return here.API;
      } catch {
        break;  // a window of another site
      }
      if (here.parent === here) break;
    }
  }
  return null;
}

// Returns a time such as 0000:01:14.00 for 74 s.
function timespan(ms) {
  const two = (number) => String(Math.floor(number)).padStart(2, '0'), seconds = ms / 1000;
  return `${two(seconds / 3600).padStart(4, '0')}:${two(seconds / 60 % 60)}:${two(seconds % 60)}.${two(seconds * 100 % 100)}`;
}

/** A conversation with the system that has begun. Shows a refusal of the system once. */
class Session {
  constructor(api) {
    Object.assign(this, {api, begunMs: performance.now(), timer: null, open: true, said: false, status: api.LMSGetValue('cmi.core.lesson_status')});
  }

  get(name) { return this.api.LMSGetValue(name); }

  set(name, value) {
    if (!this.open || String(this.api.LMSSetValue(name, String(value))) === 'true' || this.said) return;
    this.said = true;
    say('lms_refused', `${name}: ${this.api.LMSGetErrorString(this.api.LMSGetLastError())}`);
  }

  // Commits in a moment, once for changes that come together.
  commit() {
    this.timer ??= setTimeout(() => {
      this.timer = null;
      if (this.open) this.api.LMSCommit('');
    }, kCommitsMs);
  }

  // Reports the score and the status. A completed lesson stays completed.
  answered({done, score}) {
    const ended = ['completed', 'passed', 'failed'].includes(this.status);
    if (!ended) this.set('cmi.core.lesson_status', this.status = done ? 'completed' : 'incomplete');
    this.set('cmi.core.score.min', 0);
    this.set('cmi.core.score.max', 100);
    this.set('cmi.core.score.raw', score);
    this.commit();
  }

  end() {
    if (!this.open) return;
    this.set('cmi.core.session_time', timespan(performance.now() - this.begunMs));
    this.set('cmi.core.exit', 'suspend');
    this.api.LMSCommit('');
    this.api.LMSFinish('');
    this.open = false;
  }
}

const api = findApi();
const begun = api && String(api.LMSInitialize('')) === 'true';
if (begun) {
  const session = new Session(api);
  const storage = storageOf(unpacked(session.get('cmi.suspend_data')), (texts) => {
    session.set('cmi.suspend_data', packed(texts, kMostSuspended));
    session.commit();
  });
  startLesson(storage, (state) => session.answered(state), () => session.end()).catch((error) => console.error(error.message));
} else {
  startLesson(storageFor(location.pathname)).catch((error) => console.error(error.message));
  if (api)
    say('lms_refused', api.LMSGetErrorString(api.LMSGetLastError()));
  else
    say('lms_none');
}
