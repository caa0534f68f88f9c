// Web servers as hosts run them, started on this machine in a folder of their own: nginx and Apache as Debian has them (tools/setup --test fetches them), and Python's.
import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {createHash} from 'node:crypto';
import {existsSync, promises as fs, readFileSync} from 'node:fs';
import {createServer} from 'node:net';
import os from 'node:os';
import path from 'node:path';

import {filesOf} from '../../tools/lib/release/site.mjs';

const kRecipe = new URL('../../tools/lib/fetch_servers.sh', import.meta.url);
const kDebian = path.join(process.env.XDG_CACHE_HOME ?? path.join(os.homedir(), '.cache'), 'glassformer',
  `servers-${createHash('sha256').update(readFileSync(kRecipe)).digest('hex').slice(0, 12)}`);

/** Resolves with a free port of this machine. */
export async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const {port} = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts a program, and resolves with `{pid, said, stop}` when `isUp` holds for its output. */
export async function start(program, words, isUp, env = process.env) {
  assert.ok(!path.isAbsolute(program) || existsSync(program), `${program} is missing: tools/setup --test installs it`);
  const child = spawn(program, words, {stdio: ['ignore', 'pipe', 'pipe'], env});
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk;
    });
  const ended = new Promise((resolve) => {
    child.on('exit', resolve);
    child.on('error', (error) => resolve(said += error.message));
  });
  let over = false;
  ended.then(() => {
    over = true;
  });
  while (!(await isUp(said))) {
    assert.ok(!over, `${program} ended: ${said}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    pid: child.pid,
    said,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    }
  };
}

const answers = (port) => fetch(`http://127.0.0.1:${port}/`).then(() => true, () => false);

/** Makes a folder that servers without the rights of this user can read. */
export async function publicFolder(name) {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), name));
  await fs.chmod(folder, 0o755);
  return folder;
}

/** Copies the files of a site whose names `isWanted` to a folder, as a smaller site. */
export async function copySite(from, to, isWanted) {
  for (const name of (await filesOf(from)).filter(isWanted)) {
    await fs.mkdir(path.dirname(path.join(to, name)), {recursive: true});
    await fs.copyFile(path.join(from, name), path.join(to, name));
  }
}

/**
 * nginx with Debian's table of types, serving a folder twice: as it is, and with the lines of a file in its server { }. Resolves with `{plain, configured, close}`, two ports.
 */
export async function startNginx(root, lines) {
  const folder = await publicFolder('gf-nginx-'), plain = await freePort(), configured = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((each) => `${each}_temp_path ${folder}/${each};`).join(' ');
  const config = path.join(folder, 'nginx.conf');
  await fs.writeFile(config, `daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr;
events {}
http {
  include ${kDebian}/etc/nginx/mime.types; default_type application/octet-stream; sendfile on; gzip on; access_log off; ${temporary}
  server { listen 127.0.0.1:${plain}; root ${root}; }
  server { listen 127.0.0.1:${configured}; root ${root}; include ${lines}; }
}`);
  const {stop} = await start(`${kDebian}/usr/sbin/nginx`, ['-c', config, '-p', folder, '-e', 'stderr'], () => answers(configured));
  return {plain, configured, close: () => stop().then(() => fs.rm(folder, {recursive: true}))};
}

// The modules that Debian's apache2 has at first, and those that a2enmod adds.
const kModules = ['alias', 'authz_core', 'autoindex', 'deflate', 'dir', 'env', 'filter', 'mime', 'mpm_event', 'negotiation', 'setenvif'],
      kMore = ['headers', 'rewrite'];

/** Starts Apache with Debian's modules and types. It serves a folder twice: without .htaccess, and with it. Resolves with `{plain, configured, close}`, two ports. */
export async function startApache(root) {
  const folder = await publicFolder('gf-apache-'), plain = await freePort(), configured = await freePort(), config = path.join(folder, 'apache2.conf');
  const debians = `${kDebian}/etc/apache2/mods-available`;
  const modules = [...kModules, ...kMore].map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`);
  const settings = ['deflate', 'dir', 'mime', 'negotiation'].map((name) => `Include ${debians}/${name}.conf`);
  const host = (port, allowed) =>
    `Listen 127.0.0.1:${port}\n<VirtualHost 127.0.0.1:${port}>\nDocumentRoot ${root}\n<Directory ${root}>\nOptions Indexes FollowSymLinks
AllowOverride ${allowed}\nRequire all granted\n</Directory>\n</VirtualHost>`;
  await fs.writeFile(config, [
    `ServerRoot ${folder}`, `DefaultRuntimeDir ${folder}`, `PidFile ${folder}/pid`, `ErrorLog ${folder}/error.log`, 'ServerName localhost', ...modules,
    'User www-data', 'Group www-data', ...settings, host(plain, 'None'), host(configured, 'FileInfo')
  ].join('\n'));
  const {stop} = await start('/usr/sbin/apache2', ['-f', config, '-DFOREGROUND'], () => answers(configured));
  return {plain, configured, close: () => stop().then(() => fs.rm(folder, {recursive: true}))};
}

/** Starts Python's server of a folder. Resolves with `{port, close}`. */
export async function startPython(root) {
  let port;
  const {stop: close} = await start('python3', ['-u', '-m', 'http.server', '--bind', '127.0.0.1', '--directory', root, '0'], (said) => {
    port = / port (\d+)/.exec(said)?.[1];
    return port;
  });
  return {port, close};
}
