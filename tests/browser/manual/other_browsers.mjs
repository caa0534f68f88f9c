// Starts the page in Firefox and in WebKitGTK, edits an input and compares the trace with the command line's. By hand, since CI has Chromium only:
//
//   apt-get install firefox-esr webkit2gtk-driver xvfb
//   xvfb-run -a -s '-screen 0 1280x900x24' tools/lib/node24 tests/browser/manual/other_browsers.mjs [firefox|webkit]
//
// They need a display: without one, neither has WebGL 2. Firefox is driven through WebDriver BiDi, WebKitGTK through WebDriver; both are plain enough to
// need no library. A picture of each is written to build/screenshots/.
import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import {assertSameTrace, kSite, serveSite, traceOf} from '../support.mjs';

const kPictures = path.join(kSite, '../screenshots');
const kDocument = {
  lesson: 'self-attention',
  inputs: {text: 'you are welcome here', weights: 'xavier', seed: 5, causal: true}
};

// In the page: waits for the program, edits, waits for the trace.
const kLook = `(async () => {
  const deadline = performance.now() + 60000;
  const turn = () => new Promise((resolve) => requestAnimationFrame(resolve));
  while (!window.glassformer?.build) {
    const alert = document.querySelector('[role=alert]');
    if (alert) throw new Error(alert.textContent);
    if (performance.now() > deadline) throw new Error('it does not start');
    await turn();
  }
  const api = window.glassformer;
  api.send({type: 'load', document: ${JSON.stringify(kDocument)}});
  for (let quiet = 0, before = 0; quiet < 6 || api.snapshot().computing; ++quiet) {
    if (performance.now() > deadline) throw new Error('it does not come to rest');
    await turn();
    if (api.frames() !== before) quiet = 0;
    before = api.frames();
  }
  await new Promise((resolve) => setTimeout(resolve, 2000));
  const drawn = api.frames();
  await new Promise((resolve) => setTimeout(resolve, 3000));
  const idle = api.frames() - drawn;
  return JSON.stringify({build: api.build, isolated: crossOriginIsolated, firstFrameMs: api.firstFrameMs, idle, agent: navigator.userAgent, snapshot: api.snapshot()});
})()`;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** A program that is ended, with all it started, when `body` is done. */
async function beside(command, words, body) {
  const child = spawn(command, words, {stdio: ['ignore', 'pipe', 'pipe'], detached: true});
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const started = new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`${command} ended with ${code}: ${said.slice(-500)}`)));
  });
  started.catch(() => {});
  try {
    return await Promise.race([body(() => said), started]);
  } finally {
    try {
      process.kill(-child.pid, 'SIGTERM');
    } catch {
      // It has ended by itself.
    }
  }
}

async function inFirefox(address) {
  const profile = mkdtempSync(path.join(os.tmpdir(), 'gf-firefox-'));
  try {
    return await beside('firefox-esr', ['--profile', profile, '--no-remote', '--remote-debugging-port', '0', 'about:blank'], async (said) => {
      let found;
      for (let turns = 0; turns < 300 && !found; ++turns) {
        await pause(200);
        found = /WebDriver BiDi listening on (ws:\S+)/.exec(said());
      }
      assert.ok(found, `Firefox says where it listens, not: ${said().slice(-500)}`);
      const socket = new WebSocket(`${found[1]}/session`);
      await new Promise((resolve, reject) => {
        socket.onopen = resolve;
        socket.onerror = () => reject(new Error('no connection to Firefox'));
      });
      const waiting = new Map();
      socket.onmessage = ({data}) => {
        const answer = JSON.parse(data);
        const {resolve, reject} = waiting.get(answer.id) ?? {};
        if (answer.type === 'success')
          resolve?.(answer.result);
        else
          reject?.(new Error(answer.message));
      };
      let id = 0;
      const ask = (method, params) => new Promise((resolve, reject) => {
        waiting.set(++id, {resolve, reject});
        socket.send(JSON.stringify({id, method, params}));
      });
      await ask('session.new', {capabilities: {}});
      const {contexts: [{context}]} = await ask('browsingContext.getTree', {});
      await ask('browsingContext.navigate', {context, url: address, wait: 'complete'});
      const {result, exceptionDetails} = await ask('script.evaluate', {expression: kLook, target: {context}, awaitPromise: true});
      assert.equal(exceptionDetails?.text, undefined);
      const {data} = await ask('browsingContext.captureScreenshot', {context});
      await ask('browser.close', {}).catch(() => {});
      return {seen: JSON.parse(result.value), picture: data};
    });
  } finally {
    rmSync(profile, {recursive: true, force: true, maxRetries: 5, retryDelay: 300});
  }
}

function miniBrowser() {
  for (const folder of readdirSync('/usr/lib').filter((name) => name.endsWith('-linux-gnu'))) {
    for (const version of ['4.1', '6.0', '4.0']) {
      const file = `/usr/lib/${folder}/webkit2gtk-${version}/MiniBrowser`;
      if (readdirSync(`/usr/lib/${folder}`).includes(`webkit2gtk-${version}`) && readdirSync(path.dirname(file)).includes('MiniBrowser')) return file;
    }
  }
  throw new Error('there is no MiniBrowser: apt-get install webkit2gtk-driver');
}

async function inWebKit(address) {
  const port = 20_000 + (process.pid % 20_000);
  return beside('WebKitWebDriver', [`--port=${port}`], async () => {
    const ask = async (method, where, body) => {
      const response = await fetch(`http://127.0.0.1:${port}${where}`, {method, body: body && JSON.stringify(body)});
      const {value} = await response.json();
      if (value?.error) throw new Error(`${value.error}: ${value.message}`);
      return value;
    };
    for (let turns = 0;; ++turns) {
      await pause(200);
      if (await ask('GET', '/status').catch(() => turns > 50)) break;
    }
    const options = {binary: miniBrowser(), args: ['--automation']};
    const {sessionId} = await ask('POST', '/session', {capabilities: {alwaysMatch: {'webkitgtk:browserOptions': options}}});
    const session = `/session/${sessionId}`;
    try {
      await ask('POST', `${session}/timeouts`, {script: 90_000, pageLoad: 60_000});
      await ask('POST', `${session}/url`, {url: address});
      const script = `const done = arguments[arguments.length - 1]; ${kLook}.then((text) => done({text}), (error) => done({error: String(error)}));`;
      const {text, error} = await ask('POST', `${session}/execute/async`, {script, args: []});
      assert.equal(error, undefined);
      return {seen: JSON.parse(text), picture: await ask('GET', `${session}/screenshot`)};
    } finally {
      await ask('DELETE', session).catch(() => {});
    }
  });
}

const site = await serveSite();
const wanted = process.argv.slice(2);
mkdirSync(kPictures, {recursive: true});
const expected = await traceOf(kDocument);
for (const [name, look] of Object.entries({firefox: inFirefox, webkit: inWebKit})) {
  if (wanted.length && !wanted.includes(name)) continue;
  try {
    const {seen, picture} = await look(site.address);
    writeFileSync(path.join(kPictures, `${name}.png`), Buffer.from(picture, 'base64'));
    assertSameTrace(seen.snapshot.trace, expected);
    console.log(`${name}: ${seen.agent}\n  build ${seen.build}, isolated ${seen.isolated}, first frame after ${Math.round(seen.firstFrameMs)} ms, ` +
      `${seen.idle} frames in 3 idle seconds; the trace is the command line's`);
  } catch (error) {
    console.log(`${name}: FAILED: ${error.message}`);
    process.exitCode = 1;
  }
}
await site.close();
