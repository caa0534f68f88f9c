// Serves the built site as static files, for tools/serve and for the browser tests.
import {createReadStream, promises as fs} from 'node:fs';
import {createServer} from 'node:http';
import path from 'node:path';

import {acceptsBrotli, makeCopies} from './brotli.mjs';

const kTypes = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/plain; charset=utf-8',
  '.vert': 'text/plain; charset=utf-8',
  '.frag': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.ttc': 'font/collection',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

// Threads need SharedArrayBuffer, which a browser gives only to a page that is isolated from other origins.
const kIsolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

// Pages of other origins may read the files: a page that imports start.js, and the page itself in a sandbox, which has no origin.
const kReadable = {
  'Access-Control-Allow-Origin': '*'
};

/**
 * Whether a Host header means this machine: localhost, a name below it, 127.x.x.x or [::1], with any port (a tunnel's may differ). A page of another site
 * whose name leads here (DNS rebinding) must not read the files.
 */
export function isLoopback(host) {
  if (!host || /[/@?#\\\s]/.test(host)) return false;
  let name;
  try {
    name = new URL(`http://${host}`).hostname.replace(/\.$/, '');
  } catch {
    return false;
  }
  return name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127(\.\d+){3}$/.test(name);
}

/** Resolves with the file inside `root` that a request path means, or null if the path leaves the folder or names no file. */
async function findFile(root, urlPath) {
  let name;
  try {
    name = decodeURIComponent(urlPath);
  } catch {
    return null;
  }
  if (name.includes('\0')) return null;
  try {
    // realpath also follows links, so that a link cannot lead out either.
    const file = await fs.realpath(path.join(root, name));
    if (file !== root && !file.startsWith(root + path.sep)) return null;
    return {file, stat: await fs.stat(file)};
  } catch {
    return null;
  }
}

/**
 * Returns the range that a Range header asks for of `size` bytes: [first, last]. Returns null if the whole is to be sent (no range, several ranges, or no valid
 * range), and 'none' if no byte is in the range.
 */
export function rangeOf(header, size) {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec((header ?? '').trim()) ?? [];
  if (first === undefined || (first === '' && last === '')) return null;
  if (first === '') return Number(last) > 0 && size > 0 ? [Math.max(0, size - Number(last)), size - 1] : 'none';
  if (last !== '' && Number(last) < Number(first)) return null;
  return Number(first) < size ? [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)] : 'none';
}

function refuse(response, status, text, headers = {}) {
  response.writeHead(status, {'Content-Type': 'text/plain; charset=utf-8', 'X-Content-Type-Options': 'nosniff', ...headers});
  response.end(text + '\n');
}

/** Returns an ETag for this state of a file. The compressed form has another ETag, since its bytes differ. */
const tagOf = (stat, packed) => `"${stat.size.toString(16)}-${Math.floor(stat.mtimeMs).toString(16)}${packed ? `-br${packed.length.toString(16)}` : ''}"`;

const hasTag = (header, tag) => (header ?? '').split(',').some((each) => ['*', tag].includes(each.trim().replace(/^W\//, '')));

/** Sends a file, whole or in part, compressed or not, or says that it has not changed. */
async function send({file, stat}, site, request, response) {
  const {range, 'if-range': ifRange} = request.headers;
  const plainTag = tagOf(stat);
  // Ranges are of the plain file. A client that holds the beginning of another state, or of the compressed form, gets the whole.
  const wanted = request.method === 'GET' && (!ifRange || ifRange === plainTag) ? rangeOf(range, stat.size) : null;
  const packed = !wanted && acceptsBrotli(request.headers['accept-encoding']) ? await site.copies(file, stat) : null;
  const tag = packed ? tagOf(stat, packed) : plainTag;
  const headers = {
    'Content-Type': kTypes[path.extname(file)] ?? 'application/octet-stream',
    // Browsers always ask again, so that a new build is seen; the answer for an unchanged file is 304.
    'Cache-Control': 'no-cache',
    ETag: tag,
    Vary: 'Accept-Encoding',
    'Accept-Ranges': 'bytes',
    'X-Content-Type-Options': 'nosniff',
    ...(packed ? {'Content-Encoding': 'br'} : {}),
    ...site.headers,
  };
  if (hasTag(request.headers['if-none-match'], tag)) return response.writeHead(304, headers).end();
  if (wanted === 'none')
    return refuse(response, 416, `not in this file of ${stat.size} bytes: ${range}`, {'Content-Range': `bytes */${stat.size}`, ...site.headers});
  const [first, last] = wanted ?? [0, stat.size - 1];
  headers['Content-Length'] = packed?.length ?? last - first + 1;
  if (wanted) headers['Content-Range'] = `bytes ${first}-${last}/${stat.size}`;
  response.writeHead(wanted ? 206 : 200, headers);
  response.raw = stat.size;
  if (request.method === 'HEAD' || packed || stat.size === 0) return response.end(request.method === 'HEAD' ? undefined : packed);
  createReadStream(file, {start: first, end: last}).on('error', () => response.destroy()).pipe(response);
}

async function answer(site, request, response) {
  if (!isLoopback(request.headers.host)) {
    return refuse(response, 421,
      `this server answers to 127.0.0.1 and localhost only, not to '${request.headers.host ?? ''}': open http://127.0.0.1:${request.socket.localPort}/`);
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405, 'only GET and HEAD', {Allow: 'GET, HEAD'});
  const queryless = request.url.split(/[?#]/, 1)[0];
  let found = await findFile(site.root, queryless);
  if (found?.stat.isDirectory()) {
    if (!queryless.endsWith('/')) return refuse(response, 301, 'a folder', {Location: path.posix.basename(queryless) + '/'});
    found = await findFile(site.root, queryless + 'index.html');
  }
  if (!found?.stat.isFile()) return refuse(response, 404, `not found: ${queryless}`, site.headers);
  return send(found, site, request, response);
}

/**
 * Calls `onAnswer` after a request was answered: with its file and its time (milliseconds since 1970), and the bytes that went over the connection for it,
 * headers included.
 */
function watch(request, response, onAnswer) {
  const {socket} = request, before = socket.bytesWritten, askedMs = Date.now();
  response.on('finish', () => onAnswer({
    path: request.url,
    askedMs,
    status: response.statusCode,
    encoding: response.getHeader('Content-Encoding') ?? '',
    sent: socket.bytesWritten - before,
    raw: response.raw ?? 0,
  }));
}

function listen(server, port) {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/**
 * Serves a folder on 127.0.0.1, compressed for clients that accept it. Reports a busy port to `onBusy` and tries the next port; port 0 takes any free port.
 * Example: `const {address, close} = await serve({folder: 'build/site', port: 0});`
 * `isolated: false` leaves out the isolation headers, as a plain static host does. `released: false` compresses every file anew, even if copies of a release
 * stand beside it. `headers` are sent with every answer. `onAnswer` is called for every answer (see `watch`).
 */
export async function serve({folder, port = 8080, isolated = true, released = true, headers = {}, onBusy = () => {}, onAnswer}) {
  const site = {root: await fs.realpath(folder), headers: {...kReadable, ...(isolated ? kIsolation : {}), ...headers}, copies: makeCopies({released})};
  const server = createServer((request, response) => {
    if (onAnswer) watch(request, response, onAnswer);
    answer(site, request, response).catch(() => response.destroy());
  });
  for (;;) {
    try {
      await listen(server, port);
      break;
    } catch (error) {
      if (!['EADDRINUSE', 'EACCES'].includes(error.code) || port >= 65535) throw error;
      onBusy(port);
      port += 1;
    }
  }
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return {address: `http://127.0.0.1:${server.address().port}/`, port: server.address().port, close};
}
