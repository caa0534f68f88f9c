// Makes a package for a learning management system: a zip file with a page of one lesson and a description of it.
import {zipSync} from 'fflate';
import {promises as fs} from 'node:fs';
import path from 'node:path';

import {addressOf, licencesOf, makePage, titlesOf, wordsOf} from './page.mjs';

const kPage = 'index.html';
// The same content makes the same file.
const kTime = new Date(2000, 0, 1);

/** Returns a text as XML holds it. */
export const inXml = (text) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

/**
 * Writes the zip file, and resolves with `{file, bytes}`. `entry` is the script of pages/ that starts the page, `words` are the texts that it may show.
 * `describe({lesson, title, page, activity})` returns the name and the content of the description; `activity` is the global id of the lesson.
 */
export async function makePackage({site, lesson, to, address, entry, words, describe}) {
  const [title] = await titlesOf(site, [lesson]);
  const at = addressOf(address), activity = at ? `${at}#${lesson}` : `urn:glassformer:${lesson}`;
  const texts = Object.fromEntries(await Promise.all(words.map(async (id) => [id, await wordsOf(id)])));
  const type = 'http://adlnet.gov/expapi/activities/lesson';
  const page = await makePage({site, lessons: [lesson], entry, about: {words: texts, title, activity, type, address: at}, isAlone: false});
  const [name, description] = describe({lesson, title, page: kPage, activity, type});
  const encode = (text) => new TextEncoder().encode(text);
  const zip = zipSync({[name]: encode(description), [kPage]: encode(page), 'LICENSES.txt': await licencesOf(site, ['fflate'])}, {level: 9, mtime: kTime});
  await fs.mkdir(path.dirname(path.resolve(to)), {recursive: true});
  await fs.writeFile(to, zip);
  return {file: to, bytes: zip.length};
}
