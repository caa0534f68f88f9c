// Lists the posters in further languages that the tutorial shows, a line each: "fr softmax/sum".
//
//   node wishes.mjs TUTORIAL WISHES
//
// TUTORIAL is web/tutorial. WISHES is written only if the list changes, so that another text of a page draws no pictures.
import {promises as fs} from 'node:fs';
import path from 'node:path';

const kSource = 'en';  // all steps have posters in English
const kDemo = /^@demo ([a-z-]+\/\w+)/gm;

const [tutorial, file] = process.argv.slice(2), wishes = new Set();
for (const {name: language} of (await fs.readdir(tutorial, {withFileTypes: true})).filter((each) => each.isDirectory() && each.name !== kSource))
  for (const page of (await fs.readdir(path.join(tutorial, language))).filter((name) => name.endsWith('.md')))
    for (const [, step] of (await fs.readFile(path.join(tutorial, language, page), 'utf8')).matchAll(kDemo)) wishes.add(`${language} ${step}`);
const text = `${[...wishes].sort().join('\n')}\n`;
if (await fs.readFile(file, 'utf8').catch(() => null) !== text) await fs.writeFile(file, text);
