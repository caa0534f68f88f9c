// Networks that give no bytes, half of a file, or a page of their own in place of a file.
import assert from 'node:assert/strict';
import {afterEach, test} from 'node:test';

import {bytesOf, expectFile, largeFile, textsFrom} from '../../web/downloads.js';

const fetchOfNode = globalThis.fetch;
const kPage = '<!DOCTYPE html><title>Welcome to the hotel</title>';

/** Answers each request with the next of these: a body, or a function of the request's options that gives a response. Notes how the cache was asked. */
function answers(...bodies) {
  const caches = [];
  globalThis.fetch = async (address, options) => {
    caches.push(options.cache);
    const next = bodies.shift();
    return typeof next === 'function' ? next(options) : new Response(next);
  };
  return caches;
}

afterEach(() => {
  globalThis.fetch = fetchOfNode;
});

const isDownload = (problem) => problem.id === 'download' && !/undefined/.test(problem.words.file);

test('a page or half a file in place of a model is asked for again past the cache', async () => {
  const caches = answers(kPage, 'abc', 'abcdef');
  assert.equal(new TextDecoder().decode(await largeFile('assets/models/a.safetensors', 6)), 'abcdef');
  assert.deepEqual(caches, ['default', 'reload', 'reload']);
});

test('a file that was asked for early is not asked for again, but it is if it came wrong, or not at all', async () => {
  const caches = answers('abcdef', 'abcdef', kPage, 'abcdef', () => Promise.reject(new Error('no network')), 'abcdef');
  const read = async () => new TextDecoder().decode(await largeFile('assets/models/a.safetensors', 6));
  expectFile('assets/models/a.safetensors');
  assert.equal(await read(), 'abcdef');
  assert.equal(caches.length, 1);
  assert.equal(await read(), 'abcdef');
  assert.equal(caches.length, 2);
  for (const asked of [4, 6]) {
    expectFile('assets/models/a.safetensors');
    assert.equal(await read(), 'abcdef');
    assert.equal(caches.length, asked);
  }
});

test('a model that stays wrong is not handed on, and may be right at another time', async () => {
  answers(kPage, kPage, kPage, 'abcdef');
  await assert.rejects(largeFile('assets/models/a.safetensors', 6), isDownload);
  assert.equal((await largeFile('assets/models/a.safetensors', 6)).length, 6);
});

test('a model that never comes is given up after fifteen seconds without a byte', async (context) => {
  context.mock.timers.enable({apis: ['setTimeout']});
  answers(({signal}) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))));
  const given = assert.rejects(largeFile('assets/models/a.safetensors', 6), isDownload);
  context.mock.timers.tick(14000);
  context.mock.timers.tick(2000);
  await given;
});

test('a page in place of a font, a shader or the texts is a download that failed, not a start that failed', async () => {
  answers(kPage, ` \n${kPage}`, '#version 300 es');
  await assert.rejects(bytesOf('assets/fonts/Inter.ttc', 0), isDownload);
  await assert.rejects(bytesOf('shaders/heatmap.vert', 0), isDownload);
  assert.equal((await bytesOf('shaders/heatmap.vert', 0)).length, 15);
  for (const wrong of ['{}', '[]', 'null', '{"page": {}', kPage])
    assert.throws(() => textsFrom(new TextEncoder().encode(wrong), 'assets/text/en.json'), isDownload, wrong);
  assert.ok(textsFrom(new TextEncoder().encode('{"page": {}, "ui": {}, "lessons": {}}'), 'assets/text/en.json'));
});
