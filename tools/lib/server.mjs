// A small static file server for the built site. Used by tools/serve and by the browser tests.
import { createServer } from 'node:http';
import { createReadStream, promises as fs } from 'node:fs';
import path from 'node:path';

const kTypes = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/plain; charset=utf-8',
  '.glsl': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.ttf': 'font/ttf',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

// Threads need SharedArrayBuffer, which a browser gives only to a page that is isolated from other origins.
const kIsolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/** The file inside `root` that a request path means, or null where it leaves the folder or names nothing. */
async function find_file(root, url_path) {
  let name;
  try {
    name = decodeURIComponent(url_path);
  } catch {
    return null;
  }
  if (name.includes('\0')) return null;
  try {
    // realpath also follows links, so that a link cannot lead out either.
    const file = await fs.realpath(path.join(root, name));
    if (file !== root && !file.startsWith(root + path.sep)) return null;
    return { file, stat: await fs.stat(file) };
  } catch {
    return null;
  }
}

/** The precompressed copy of a file, where the browser accepts one and it is not older than the file. */
async function find_brotli(found, accept_encoding) {
  if (!/\bbr\b/.test(accept_encoding ?? '')) return null;
  try {
    const stat = await fs.stat(found.file + '.br');
    return stat.mtimeMs >= found.stat.mtimeMs ? { file: found.file + '.br', stat } : null;
  } catch {
    return null;
  }
}

function refuse(response, status, text, headers = {}) {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', ...headers });
  response.end(text + '\n');
}

async function answer(root, isolated, request, response) {
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405, 'only GET and HEAD', { Allow: 'GET, HEAD' });
  const queryless = request.url.split(/[?#]/, 1)[0];
  let found = await find_file(root, queryless);
  if (found?.stat.isDirectory()) {
    if (!queryless.endsWith('/')) return refuse(response, 301, 'a folder', { Location: path.posix.basename(queryless) + '/' });
    found = await find_file(root, queryless + 'index.html');
  }
  if (!found?.stat.isFile()) return refuse(response, 404, `not found: ${queryless}`, isolated ? kIsolation : {});

  const brotli = await find_brotli(found, request.headers['accept-encoding']);
  const sent = brotli ?? found;
  const tag = `"${sent.stat.size.toString(16)}-${Math.floor(sent.stat.mtimeMs).toString(16)}"`;
  const headers = {
    'Content-Type': kTypes[path.extname(found.file)] ?? 'application/octet-stream',
    'Content-Length': sent.stat.size,
    // Always asked again, so that a new build is seen; unchanged files are answered with 304.
    'Cache-Control': 'no-cache',
    ETag: tag,
    Vary: 'Accept-Encoding',
    'X-Content-Type-Options': 'nosniff',
    ...(brotli ? { 'Content-Encoding': 'br' } : {}),
    ...(isolated ? kIsolation : {}),
  };
  if (request.headers['if-none-match'] === tag) {
    delete headers['Content-Length'];
    response.writeHead(304, headers);
    return response.end();
  }
  response.writeHead(200, headers);
  if (request.method === 'HEAD') return response.end();
  createReadStream(sent.file).on('error', () => response.destroy()).pipe(response);
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
 * Serves a folder on 127.0.0.1. A busy port is reported to `on_busy`, and the next one tried; port 0 takes any free one.
 * Example: `const { address, close } = await serve({ folder: 'build/site', port: 0 });`
 * `isolated: false` leaves out the isolation headers, as a plain static host does.
 */
export async function serve({ folder, port = 8080, isolated = true, on_busy = () => {} }) {
  const root = await fs.realpath(folder);
  const server = createServer((request, response) => {
    answer(root, isolated, request, response).catch(() => response.destroy());
  });
  for (;;) {
    try {
      await listen(server, port);
      break;
    } catch (error) {
      if (!['EADDRINUSE', 'EACCES'].includes(error.code) || port >= 65535) throw error;
      on_busy(port);
      port += 1;
    }
  }
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { address: `http://127.0.0.1:${server.address().port}/`, port: server.address().port, close };
}
