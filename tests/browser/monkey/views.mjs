// The pages that the monkey has before it: the program's own, and an article of another site that embeds demos of it.
import {promises as fs} from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import {noteMemories} from '../../../tools/lib/memory.mjs';
import {serve} from '../../../tools/lib/server.mjs';
import {kCoarse, launch, listen, serveSite} from '../support.mjs';

import {Finding, kPatience, within} from './checks.mjs';

const kStartsMs = 60_000, kPictureMs = 20_000;
const kDrawsMs = 5000;  // the frame of another size, before its picture is taken

// The demos begin at once, share inputs, and are locked, or hide something; a frame without the element stands beside them.
const article = (site) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>An article</title><link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width, initial-scale=1"><script type="module" src="${site}element.js"></script>
<body style="margin: 0 8px"><h1>An article</h1><input id="search" value="find">
<glassformer-demo lesson="softmax" group="scores" height="320" loading="eager"></glassformer-demo><p>A paragraph.</p>
<glassformer-demo lesson="softmax" group="scores" show="probabilities" height="220"></glassformer-demo><p style="height: 600px">A long one.</p>
<glassformer-demo lesson="self-attention" step="weights" lock="all" height="420"></glassformer-demo><p style="height: 900px">A longer one.</p>
<iframe title="A frame" src="${site}?hide=rail#dictionary" width="600" height="400"></iframe><p>The end.</p></body></html>`;

/** Starts the browser and the two sites: `{browser, address, article, close}`. */
export async function openWorld() {
  const [browser, site] = await Promise.all([launch(), serveSite()]);
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'gf-monkey-'));
  await fs.writeFile(path.join(folder, 'index.html'), article(site.address));
  const outer = await serve({folder, port: 0, isolated: false});
  const close = async () => {
    await within(Promise.all([browser.close(), site.close(), outer.close()]), 10_000, 'the browser').catch(() => {});
    await fs.rm(folder, {recursive: true});
  };
  // Another name for the same machine is another site to the browser.
  return {browser, address: site.address, article: outer.address.replace('127.0.0.1', 'localhost'), close};
}

/** A page, and what the monkey has done to it. */
export class View {
  wasOffline = false;
  lostGraphics = false;
  crashed = false;
  size = null;
  patience = kPatience;

  /** Opens a page. `size` is {width, height, scale, mobile}. */
  static async open(world, {address, size, ...options}) {
    const view = new View();
    view.context = await world.browser.newContext({...kCoarse, hasTouch: true, acceptDownloads: false, reducedMotion: 'reduce', ...options});
    await view.context.addInitScript(noteMemories);
    view.page = listen(await view.context.newPage());
    view.page.on('crash', () => {
      view.crashed = true;
    });
    // A link that leads away opens a page of its own, which nobody looks at.
    view.context.on('page', (other) => other !== view.page && other.close().catch(() => {}));
    view.page.on('dialog', (dialog) => dialog.dismiss().catch(() => {}));
    view.page.on('filechooser', (chooser) => {
      view.chooser = chooser;
    });
    view.session = await view.context.newCDPSession(view.page);
    await view.resize(size);
    await view.go(address);
    return view;
  }

  /** Goes to an address, and waits until the program of the page runs, if it has one. */
  async go(address) {
    await this.page.goto(address);
    await this.starts();
  }

  async starts() {
    const isThere = () => window.glassformer?.build || document.querySelector('.gf-message:not(.gf-notice)[role=alert], glassformer-demo');
    await within(this.page.waitForFunction(isThere, null, {timeout: kStartsMs}), kStartsMs, 'the program does not start');
    const alert = await this.page.evaluate(() => document.querySelector('.gf-message:not(.gf-notice)[role=alert]')?.textContent);
    if (alert) throw new Finding(`the program does not start: ${alert}`);
  }

  /** Gives the page another size: {width, height, scale, mobile}. */
  async resize(size) {
    this.size = size;
    const {width, height, scale = kCoarse.deviceScaleFactor, mobile = false} = size;
    await this.session.send('Emulation.setDeviceMetricsOverride', {width, height, deviceScaleFactor: scale, mobile});
  }

  touch(type, ...points) { return this.session.send('Input.dispatchTouchEvent', {type, touchPoints: points.map(([x, y], id) => ({x, y, id}))}); }

  /** Sends a message, and resolves with what the monkey reads of its answer: a trace has megabytes. */
  send(message) {
    return this.page.evaluate((asked) => {
      const {document, step} = window.glassformer.send(asked);
      return {document, step};
    }, message);
  }

  /** Writes a picture of the page as it is. A page that hangs has none. */
  async picture(file) {
    // In a browser that pretends to have another screen, a page is told of its pixels if its size changes as well.
    await within(this.resize({...this.size, width: this.size.width + 1, scale: 1}), kPictureMs, 'the picture');
    await within(this.page.evaluate(async (ms) => {
      const began = performance.now(), wanted = () => innerWidth * devicePixelRatio;
      for (let canvas; performance.now() - began < ms && (canvas = document.querySelector('canvas')) && canvas.width < wanted() / 2;)
        await new Promise((resolve) => setTimeout(resolve, 50));
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }, kDrawsMs), kPictureMs, 'the picture').catch(() => {});
    const {data} = await within(this.session.send('Page.captureScreenshot', {format: 'png'}), kPictureMs, 'the picture');
    await fs.mkdir(path.dirname(file), {recursive: true});
    await fs.writeFile(file, Buffer.from(data, 'base64'));
  }

  close() { return within(this.context.close(), 10_000, 'the page').catch(() => {}); }
}
