// Makes the pages of the tutorial from Markdown.
//
//   node make_tutorial.mjs web/tutorial SITE/tutorial
//
// `en/03-softmax.md` becomes SITE/tutorial/softmax.html, and `fr/03-softmax.md` SITE/tutorial/fr/softmax.html; the numbers give the order. `words.json` of a
// language has the words around the text. A page that a language lacks is left out of its contents. web/tutorial/README.md says how a page is written.
// markdown-it and KaTeX come from Debian: they are found through NODE_PATH.
import {promises as fs} from 'node:fs';
import {createRequire} from 'node:module';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

const require = createRequire(import.meta.url);
const katex = require('katex'), MarkdownIt = require('markdown-it');

const kSourceLanguage = 'en';
const kDemo = /^@demo ([a-z-]+)\/([a-z_]+)((?: [a-z]+="[^"]*")*)$/;
const kDemoOptions = new Set(['height', 'hide', 'lock', 'show']);
const kLive = /\{\{([^|{}]+)\|(?:([a-z_]+):)?([A-Za-z0-9_.]+\[[^\]{}]*\](?:\|\w+)?)\}\}/y;

const escaped = (text) => text.replace(/[&<>"]/g, (letter) => ({'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'})[letter]);

// An error in a page. Its message begins with file and line.
class PageError extends Error {}

function mathOf(source, displayMode) {
  try {
    return katex.renderToString(source, {output: 'mathml', displayMode, throwOnError: true, strict: 'error', macros: {'\\softmax': '\\operatorname{softmax}'}});
  } catch (error) {
    throw new PageError(`the formula ${source} can't be set: ${error.message}`);
  }
}

// --- Additions to Markdown: formulas, demos, live numbers, questions -----------------------------------------------------------------------

function inlineFormula(state, silent) {
  const {src, pos} = state;
  if (src[pos] !== '$' || /\s/.test(src[pos + 1] ?? ' ')) return false;
  const end = src.indexOf('$', pos + 1);
  if (end < 0 || /\s/.test(src[end - 1])) return false;
  if (!silent) state.push('html_inline', '', 0).content = mathOf(src.slice(pos + 1, end), false);
  state.pos = end + 1;
  return true;
}

function liveNumber(state, silent) {
  if (!state.src.startsWith('{{', state.pos)) return false;
  kLive.lastIndex = state.pos;
  const [whole, shown, step, place] = kLive.exec(state.src) ?? [];
  if (!whole) throw new PageError(`expected {{0.71|weights[0,cat]}}, got ${state.src.slice(state.pos, state.src.indexOf('}}', state.pos) + 2)}`);
  if (!silent) {
    const demo = step ? state.env.demos.find((each) => each.step === step) : state.env.shown;
    if (!demo) throw new PageError(`the number ${whole} stands before every demo: name one's step, as in {{0.71|weights:weights[0,cat]}}`);
    state.env.live += 1;
    state.push('html_inline', '', 0).content = `<data class="live" data-demo="${demo.id}" value="${escaped(place)}">${escaped(shown)}</data>`;
  }
  state.pos += whole.length;
  return true;
}

// The lines of a paragraph that begins at `first`.
function paragraphOf(state, first, last) {
  const lines = [];
  for (let line = first; line < last && !state.isEmpty(line); ++line) lines.push(state.getLines(line, line + 1, 0, false).trim());
  return lines;
}

function block(begins, make) {
  return (state, first, last, silent) => {
    const lines = paragraphOf(state, first, last);
    if (!lines[0]?.startsWith(begins)) return false;
    if (silent) return true;
    make(state, lines);
    state.line = first + lines.length;
    return true;
  };
}

const push = (state, html, meta = null) => {
  Object.assign(state.push('html_block', '', 0), {content: `${html}\n`, meta});
};
const inline = (state, text) => state.md.renderInline(text, state.env);

function formula(state, lines) {
  const source = lines.join(' ');
  if (!source.endsWith('$$') || source.length < 5) throw new PageError('a formula of its own begins and ends with $$, without an empty line in it');
  push(state, `<div class="formula">${mathOf(source.slice(2, -2), true)}</div>`);
}

function demo(state, [head, ...caption]) {
  const [, lesson, step, rest] = kDemo.exec(head) ?? [];
  if (!lesson) throw new PageError(`expected @demo softmax/exponentials height="400", got ${head}`);
  const options = [...rest.matchAll(/ ([a-z]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]);
  for (const [name] of options)
    if (!kDemoOptions.has(name)) throw new PageError(`a demo takes ${[...kDemoOptions].join(', ')}, and not ${name}`);
  if (caption.length === 0) throw new PageError('the lines below a demo say what there is to do');
  const {words, root, pictures, demos} = state.env, id = `demo-${demos.length + 1}`;
  state.env.shown = {id, lesson, step};
  demos.push(state.env.shown);
  const text = inline(state, caption.join(' ')), title = text.replace(/<[^>]*>/g, '').replaceAll('"', '&quot;');
  const attributes = [['lesson', lesson], ['step', step], ...options].map(([name, value]) => `${name}="${value}"`).join(' ');
  const picture = `${pictures}${lesson}/${step}`, address = `${root}#${lesson}/${step}`;
  push(state,
    `<figure class="demo" id="${id}">
<glassformer-demo ${attributes} title="${title}">
<a href="${address}"><picture><source media="(max-width: 560px)" srcset="${picture}-360x600.svg"><img src="${picture}-720x600.svg" alt="${
      title}" loading="lazy"></picture></a>
</glassformer-demo>
<figcaption>${text}
<div class="links"><a href="${address}">${words.open}</a>
<details><summary>${words.tag}</summary><pre><code>&lt;glassformer-demo ${escaped(attributes)}&gt;&lt;/glassformer-demo&gt;</code></pre><p>${
      words.tag_help}</p></details></div></figcaption>
</figure>`,
    {demo: state.env.shown});
}

function question(state, lines) {
  const text = lines.join(' '), at = text.indexOf(' @answer ');
  if (at < 0) throw new PageError('below @question stands its @answer, in the same paragraph');
  const asked = inline(state, text.slice('@question '.length, at)), answer = inline(state, text.slice(at + ' @answer '.length));
  state.env.answers.push(answer);
  push(state, `<details class="question"><summary>${asked}</summary><p>${answer}</p></details>`);
}

function markdown() {
  const md = new MarkdownIt({html: false, typographer: false});
  const before = {alt: ['paragraph', 'reference', 'blockquote']};
  md.block.ruler.before('paragraph', 'formula', block('$$', formula), before);
  md.block.ruler.before('paragraph', 'demo', block('@demo', demo), before);
  md.block.ruler.before('paragraph', 'question', block('@question', question), before);
  md.inline.ruler.before('text', 'formula', inlineFormula);
  md.inline.ruler.before('text', 'live', liveNumber);
  // Paragraphs are read after all blocks: each number belongs to the demo above it.
  md.core.ruler.at('inline', ({tokens, env, inlineMode}) => {
    if (!inlineMode) env.shown = null;  // in inline mode the text is a caption or a question, while blocks are read
    for (const {type, meta, content, children} of tokens) {
      env.shown = meta?.demo ?? env.shown;
      if (type === 'inline') md.inline.parse(content, md, env, children);
    }
  });
  md.renderer.rules.table_open = () => '<div class="table"><table>\n';
  md.renderer.rules.table_close = () => '</table></div>\n';
  return md;
}

// --- Pages --------------------------------------------------------------------------------------------------------------------------------

// Returns the fields and the text of a page: {title: 'Softmax', text} for "---\ntitle: Softmax\n---\ntext". Each field has a line.
function pageOf(file, source) {
  const [, head, text] = /^---\n([^]*?)\n---\n([^]*)$/.exec(source) ?? [];
  if (!head) throw new PageError('a page begins with ---, its title, summary and minutes, and ---');
  const fields = Object.fromEntries(head.split('\n').map((line) => line.split(/: (.*)/, 2)));
  for (const name of ['title', 'summary', 'minutes'])
    if (!fields[name]) throw new PageError(`the field ${name} is missing`);
  const [, number, slug] = /^(\d+)-([a-z-]+)\.md$/.exec(file) ?? [];
  if (!slug) throw new PageError('a file is called like 03-softmax.md');
  return {...fields, file, number: Number(number), slug, text, textLine: head.split('\n').length + 3};
}

function rendered(page, {words, root, pictures}) {
  const env = {words, root, pictures, demos: [], answers: [], live: 0};
  const body = markdown().render(page.text, env);
  return {...env, body};
}

const linksTo = (languages, language, slug) =>
  languages.filter((each) => each.slugs.has(slug))
    .map(({id, words}) => {
      const to = `${language === kSourceLanguage ? '' : '../'}${id === kSourceLanguage ? '' : `${id}/`}${slug}.html`;
      return id === language ? `<span aria-current="true">${words.language}</span>` : `<a href="${to}" hreflang="${id}" lang="${id}">${words.language}</a>`;
    })
    .join(' ');

function frame({language, words, root, languages, slug}, title, summary, body) {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<title>${escaped(title)}</title>
<meta name="description" content="${escaped(summary)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${root}icon.svg">
<link rel="license" href="${root}licences.html">
<link rel="stylesheet" href="${root}tutorial/tutorial.css">
<script type="module" src="${root}tutorial/tutorial.js"></script>
</head>
<body>
<header><a class="home" href="index.html">${words.home}</a><nav class="languages" aria-label="${words.languages}">${
    linksTo(languages, language, slug)}</nav></header>
${body}
<footer><a href="${root}">${words.program}</a> · <a href="${root}licences.html">${words.licences}</a></footer>
</body>
</html>
`;
}

function articleOf(page, {before, after}, context) {
  const {words} = context, {body, answers} = rendered(page, context);
  const link = (other, rel, word) => other ? `<a rel="${rel}" href="${other.slug}.html"><span>${word}</span> ${other.title}</a>` : '';
  const listed =
    answers.length === 0 ? '' : `<section class="answers"><h2>${words.answers}</h2><ol>${answers.map((each) => `<li>${each}</li>`).join('')}</ol></section>\n`;
  return frame({...context, slug: page.slug}, page.title, page.summary, `<main>
<article>
<p class="place">${page.number} · ${words.minutes.replace('{minutes}', page.minutes)}</p>
<h1>${escaped(page.title)}</h1>
<p class="summary">${escaped(page.summary)}</p>
${body}</article>
${listed}<nav class="turn" aria-label="${words.pages}">${link(before, 'prev', words.previous)}${link(after, 'next', words.next)}</nav>
</main>`);
}

function contentsOf(pages, context) {
  const {words} = context;
  const list =
    pages.map(({slug, title, summary, minutes}) =>
                `<li><a href="${slug}.html">${escaped(title)}</a> <span>${words.minutes.replace('{minutes}', minutes)}</span><p>${escaped(summary)}</p></li>`);
  return frame({...context, slug: 'index'}, words.title, words.summary, `<main class="contents">
<h1>${words.title}</h1>
<p class="summary">${words.summary}</p>
<p>${words.how}</p>
<ol>
${list.join('\n')}
</ol>
</main>`);
}

async function pagesIn(folder) {
  const files = (await fs.readdir(folder)).filter((file) => file.endsWith('.md') && file !== 'README.md').sort();
  return Promise.all(files.map(async (file) => {
    try {
      return pageOf(file, await fs.readFile(path.join(folder, file), 'utf8'));
    } catch (error) {
      throw error instanceof PageError ? new PageError(`${path.join(folder, file)}: ${error.message}`) : error;
    }
  }));
}

async function write(file, content) {
  if (await fs.readFile(file, 'utf8').catch(() => null) === content) return;
  await fs.mkdir(path.dirname(file), {recursive: true});
  await fs.writeFile(file, content);
}

/** Writes the pages of all languages of `from` below `to`, and removes pages that are gone. */
export async function makeTutorial(from, to) {
  const folders = (await fs.readdir(from, {withFileTypes: true})).filter((each) => each.isDirectory()).map(({name}) => name).sort();
  const languages = await Promise.all(folders.map(async (id) => {
    const words = JSON.parse(await fs.readFile(path.join(from, id, 'words.json'), 'utf8')), pages = await pagesIn(path.join(from, id));
    return {id, words, pages, slugs: new Set([...pages.map(({slug}) => slug), 'index'])};
  }));
  const rankOf = ({id}) => (id === kSourceLanguage ? 0 : 1);
  languages.sort((a, b) => rankOf(a) - rankOf(b) || (a.id < b.id ? -1 : 1));
  const written = new Set();
  for (const {id: language, words, pages} of languages) {
    const isSource = language === kSourceLanguage;
    const root = isSource ? '../' : '../../', folder = isSource ? to : path.join(to, language);
    const pictures = `${root}pictures/${isSource ? '' : `${language}/`}`;
    const context = {language, words, root, pictures, languages};
    const put = (slug, content) => {
      const file = path.join(folder, `${slug}.html`);
      written.add(file);
      return write(file, content);
    };
    for (const [i, page] of pages.entries()) {
      try {
        await put(page.slug, articleOf(page, {before: pages[i - 1], after: pages[i + 1]}, context));
      } catch (error) {
        throw error instanceof PageError ? new PageError(`${path.join(from, language, page.file)}: ${error.message}`) : error;
      }
    }
    await put('index', contentsOf(pages, context));
  }
  for (const file of ['page.css', 'tutorial.css', 'tutorial.js']) {
    written.add(path.join(to, file));
    await write(path.join(to, file), await fs.readFile(path.join(from, file), 'utf8'));
  }
  for (const entry of await fs.readdir(to, {recursive: true, withFileTypes: true})) {
    const file = path.join(entry.parentPath ?? entry.path, entry.name);
    if (entry.isFile() && !written.has(file)) await fs.rm(file);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [from, to] = process.argv.slice(2);
  if (!to) {
    console.error('make_tutorial: expected the folder of the texts and the folder to write to');
    process.exit(2);
  }
  await makeTutorial(from, to).catch((error) => {
    console.error(error instanceof PageError ? error.message : error);
    process.exit(1);
  });
}
