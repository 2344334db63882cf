import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A real file server that serves a build. */
export interface Host {
  name: string
  close: () => Promise<void>
}

export const HOSTS = ['nginx', 'pages'] as const
export type HostName = (typeof HOSTS)[number]

/** Cloudflare Pages' own server, which reads `_headers` and `_redirects`. */
const WRANGLER = 'wrangler@4.164.0'

/** What this machine lacks to start the host; null if nothing. */
export function missing(host: HostName): string | null {
  if (host === 'pages' || spawnSync('nginx', ['-v']).status === 0) return null
  return (
    'nginx is not on this machine. Install it (Debian, Ubuntu: apt-get install nginx-light; ' +
    'macOS: brew install nginx),\n' +
    "or rehearse with Cloudflare Pages' server from npm: npm run rehearse -- --host=pages"
  )
}

/** Serves `folder` on a port of localhost; resolves once it answers. Throws with the server's output if it does not. */
export async function startHost(host: HostName, folder: string, port: number): Promise<Host> {
  const home = await mkdtemp(path.join(tmpdir(), 'voleio-host-'))
  const server =
    host === 'nginx' ? await startNginx(home, folder, port) : await startPages(home, folder, port)
  const close = async () => {
    await end(server.process)
    await rm(home, { recursive: true, force: true })
  }
  try {
    await answers(server.process, port)
  } catch (cause) {
    await close()
    throw new Error(`${server.name} did not start:\n${server.said.join('').slice(-2000)}`, { cause })
  }
  return { name: server.name, close }
}

interface Server {
  name: string
  process: ChildProcess
  said: string[]
}

/** Starts nginx with the server block of docs/deploy.md without TLS, around the `include` of the build. */
async function startNginx(home: string, folder: string, port: number): Promise<Server> {
  const config = `
daemon off;
pid ${home}/nginx.pid;
error_log stderr;
events {}
http {
  include ${await mimeTypes(home)};
  default_type application/octet-stream;
  access_log off;
  server_tokens off;
  client_body_temp_path ${home}/body;
  proxy_temp_path ${home}/proxy;
  fastcgi_temp_path ${home}/fastcgi;
  uwsgi_temp_path ${home}/uwsgi;
  scgi_temp_path ${home}/scgi;
  server {
    listen 127.0.0.1:${port};
    root ${folder};
    include ${folder}/nginx.conf;
  }
}
`
  await writeFile(path.join(home, 'nginx.conf'), config)
  const version = spawnSync('nginx', ['-v'], { encoding: 'utf8' }).stderr.trim().split('/').at(-1)
  const args = ['-e', 'stderr', '-p', home, '-c', path.join(home, 'nginx.conf')]
  return hear(`nginx ${version}`, spawn('nginx', args, { stdio: ['ignore', 'pipe', 'pipe'] }))
}

/** Writes the part of nginx's standard mime.types that a build needs. */
async function mimeTypes(home: string): Promise<string> {
  const file = path.join(home, 'mime.types')
  await writeFile(
    file,
    `types {
  text/html html; text/css css; application/javascript js; application/json json; text/plain txt; text/xml xml;
  image/svg+xml svg; image/png png; image/webp webp; font/woff2 woff2;
}
`,
  )
  return file
}

async function startPages(home: string, folder: string, port: number): Promise<Server> {
  // The server ignores redirects to addresses without TLS, and the API on this machine has no TLS (`checkCalendar`).
  const redirects = path.join(folder, '_redirects')
  await writeFile(redirects, (await readFile(redirects, 'utf8')).replaceAll(' http://', ' https://'))
  const args = ['--yes', WRANGLER, 'pages', 'dev', folder, '--ip', '127.0.0.1', '--port', String(port)]
  return hear(
    `Cloudflare Pages (${WRANGLER})`,
    spawn('npx', args, {
      cwd: home,
      // A separate process group, because npx leaves its child process running.
      detached: process.platform !== 'win32',
      env: { ...process.env, CI: '1', WRANGLER_SEND_METRICS: 'false', DO_NOT_TRACK: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    }),
  )
}

function hear(name: string, child: ChildProcess): Server {
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => said.push(String(data)))
  return { name, process: child, said }
}

async function answers(child: ChildProcess, port: number): Promise<void> {
  const until = Date.now() + 120_000
  while (Date.now() < until) {
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}`)
    try {
      await fetch(`http://127.0.0.1:${port}/`)
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
  throw new Error('It does not answer')
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  const isGroup = child.spawnargs[0] === 'npx' && process.platform !== 'win32'
  process.kill(isGroup ? -child.pid : child.pid, 'SIGTERM')
  await gone
}
