// The three engines of readers, each as a page for the functions of support.mjs.
//
// Firefox and WebKitGTK have no WebGL 2 without a display, so they run on a virtual display (Xvfb).
import assert from 'node:assert/strict';
import {existsSync, promises as fs, readdirSync} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import puppeteer from 'puppeteer-core';
import {Builder, Button, Capabilities, Key, Origin} from 'selenium-webdriver';

import {processesOf} from '../../tools/lib/memory.mjs';

import {freePort, start} from './servers.mjs';
import {launch, until} from './support.mjs';

const kScreen = '2800x1700x24';  // the largest window, with the bars of a browser
const kPatienceMs = 60_000;

// All that begins below gives `{page, pid, close}`: the page, the first process of the browser, and what ends it. `scale` is how many pixels of the screen one of the page is.

/** A display: `{name, stop}`. The server chooses a free number and says it once it can be reached. */
export async function display() {
  const {said, stop} = await start('Xvfb', ['-displayfd', '1', '-screen', '0', kScreen, '-nolisten', 'tcp'], (words) => /^\d+\n/m.test(words));
  const [number] = said.match(/^\d+/m);
  return {name: `:${number}`, stop};
}

async function chromium({scale}) {
  const browser = await launch();
  const context = await browser.newContext({deviceScaleFactor: scale, viewport: {width: 1280, height: 800}, acceptDownloads: false});
  const page = await context.newPage();
  page.setDefaultTimeout(kPatienceMs);
  page.resize = (width, height) => page.setViewportSize({width, height});
  const pid = Number((await processesOf(browser)).find(({type}) => type === 'browser').id);
  return {page, pid, close: () => browser.close()};
}

async function firefox({scale, screen}) {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: process.env.GF_FIREFOX ?? '/usr/bin/firefox-esr',
    headless: false,
    defaultViewport: {width: 1280, height: 800, deviceScaleFactor: scale},
    env: {...process.env, DISPLAY: screen.name},
    // Pages ask for WebGL 2 of a machine without a graphics card.
    extraPrefsFirefox: {'webgl.force-enabled': true}
  });
  const page = await browser.newPage();
  page.setDefaultTimeout(kPatienceMs);
  page.resize = (width, height) => page.setViewport({width, height, deviceScaleFactor: scale});
  const click = page.mouse.click.bind(page.mouse);
  page.mouse.click = (x, y, {clickCount = 1} = {}) => click(x, y, {count: clickCount});
  return {page, pid: browser.process().pid, close: () => browser.close()};
}

/** MiniBrowser stands in a folder of its library, whose version is part of the name. */
function miniBrowser() {
  for (const folder of readdirSync('/usr/lib').filter((name) => name.endsWith('-linux-gnu'))) {
    for (const version of ['4.1', '6.0', '4.0']) {
      const file = `/usr/lib/${folder}/webkit2gtk-${version}/MiniBrowser`;
      if (existsSync(file)) return file;
    }
  }
  throw new Error('there is no MiniBrowser: expected the package webkit2gtk-driver');
}

const kTriesToResize = 6;

// A page of WebKit for the helpers of support.mjs, made of what a WebDriver can do.
class WebKitPage {
  constructor(driver) {
    this.driver = driver;
    const pointer = (build) => build(driver.actions({async: true})).perform();
    const to = (actions, x, y) => actions.move({x: Math.round(x), y: Math.round(y), origin: Origin.VIEWPORT, duration: 0});
    this.mouse = {
      move: (x, y) => pointer((actions) => to(actions, x, y)),
      click: (x, y, {clickCount = 1} = {}) => pointer((actions) => {
        to(actions, x, y);
        for (let i = 0; i < clickCount; ++i) actions.press(Button.LEFT).release(Button.LEFT);
        return actions;
      }),
      wheel: (x, y) => pointer((actions) => actions.scroll(0, 0, x, y))
    };
    const type = (...keys) => driver.actions({async: true}).sendKeys(...keys).perform();
    const named = {Enter: Key.ENTER, Escape: Key.ESCAPE, Tab: Key.TAB, ArrowRight: Key.ARROW_RIGHT, ArrowLeft: Key.ARROW_LEFT};
    this.keyboard = {type: (text) => type(text), press: (key) => type(named[key] ?? key)};
  }
  goto(address) { return this.driver.get(address); }
  /** The driver may answer while the page is still the one before. */
  async reload() {
    await this.evaluate(() => {
      window.isLeft = true;
    });
    await this.driver.navigate().refresh();
    await until(this, () => !window.isLeft);
  }
  /** An error of the page has its reason in its text, and its places in its stack. */
  async evaluate(what, argument) {
    const code = typeof what === 'function' ? `return (${what})(given)` : `return (${what})`;
    const {value, error} = await this.driver.executeAsyncScript(
      `const [given, done] = arguments; (async () => { ${code} })().then((value) => done({value}), (error) => done({error: error + '\\n' + error?.stack}));`,
      argument ?? null);
    if (error) throw new Error(error);
    return value;
  }
  async waitForFunction(isSo, argument) {
    for (const began = Date.now(); !(await this.evaluate(isSo, argument));) {
      assert.ok(Date.now() - began < kPatienceMs, `this becomes so: ${isSo}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  async screenshot({path: file}) { await fs.writeFile(file, Buffer.from(await this.driver.takeScreenshot(), 'base64')); }
  /** The window is larger than the page by what stands around it, and takes its size a moment after it is told. */
  async resize(width, height) {
    const window = this.driver.manage().window(), rect = {width, height};
    for (let tries = 0; tries < kTriesToResize; ++tries) {
      await window.setRect(rect);
      const inside = await this.sizeAtRest();
      if (inside.width === width && inside.height === height) return;
      rect.width += width - inside.width;
      rect.height += height - inside.height;
    }
  }
  async sizeAtRest() {
    for (let before = {};;) {
      const now = await this.evaluate(() => ({width: innerWidth, height: innerHeight}));
      if (now.width === before.width && now.height === before.height) return now;
      before = now;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

async function webkit({scale, screen}) {
  const port = await freePort();
  // A folder for what it keeps, or it would write to the home of whoever runs the test.
  const home = await fs.mkdtemp(path.join(os.tmpdir(), 'gf-webkit-'));
  const env = {...process.env, DISPLAY: screen.name, GDK_SCALE: String(scale), HOME: home, XDG_DATA_HOME: home, XDG_CACHE_HOME: home, XDG_CONFIG_HOME: home};
  const isUp = () => fetch(`http://127.0.0.1:${port}/status`).then(() => true, () => false);
  const {pid, stop} = await start('WebKitWebDriver', [`--port=${port}`], isUp, env);
  const capabilities = new Capabilities({browserName: 'MiniBrowser', 'webkitgtk:browserOptions': {binary: miniBrowser(), args: ['--automation']}});
  const driver = await new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(capabilities).build();
  await driver.manage().setTimeouts({script: 2 * kPatienceMs, pageLoad: kPatienceMs});
  const page = new WebKitPage(driver);
  return {
    page,
    pid,
    async close() {
      await driver.quit().catch(() => {});
      await stop();
      await fs.rm(home, {recursive: true, force: true, maxRetries: 5});
    }
  };
}

export const kEngines = {
  chromium,
  firefox,
  webkit
};
