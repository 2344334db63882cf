import {
  cpSync,
  createReadStream,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import path from 'node:path'
import { hashOf } from '../../src/build/html.ts'
import { answerFrom } from '../../src/build/static-host.ts'
import { listen } from '../../tests/support/listen.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

export interface DeployedApp {
  url: string
  /** Serves another build from now on. As after a real deployment, the old files are gone. */
  deploy: (folder: string) => void
  /** Cuts the API off, or restores it; the app's files are served all the same. */
  cutApi: (cut: boolean) => void
  /** How often the service worker's script was requested. */
  looks: () => number
  close: () => Promise<void>
}

/** Folder of the build under test. */
export const FIRST = path.join(ROOT, process.env.E2E_DIST ?? '.voleio/dist')

/**
 * Makes another version of the build under test, and returns its folder: its scripts and styles have other names, as
 * after a change of all of them, and it calls itself `version`. Building it took longer than the journeys with it.
 */
export function makeVersion(version: string): string {
  const folder = `${FIRST}-${version}`
  rmSync(folder, { recursive: true, force: true })
  cpSync(FIRST, folder, { recursive: true })
  const change = (file: string, to: (text: string) => string) => {
    const at = path.join(folder, file)
    writeFileSync(at, to(readFileSync(at, 'utf8')))
  }
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const [renamed, hashes] = [new Map<string, string>(), new Map<string, string>()]
  for (const file of files.filter((name) => /^assets\/.*\.(?:js|css)$/.test(name))) {
    const to = file.replace(/(?=\.\w+$)/, `-${version}`)
    renameSync(path.join(folder, file), path.join(folder, to))
    renamed.set(path.basename(file), path.basename(to))
  }
  const rename = (text: string) =>
    text.replaceAll(/[\w.-]+\.(?:js|css)\b/g, (name) => renamed.get(name) ?? name)
  const asVersion = (text: string) =>
    rename(text)
      .replace(/(VITE_APP_VERSION:.)[\w.+-]+/, `$1${version}`)
      // Of what the worker stores by its name, such as spa.html.
      .replaceAll(/(revision:")(?=\w)/g, `$1${version}`)
  for (const file of files.filter((name) => /\.(?:html|js|css)$/.test(name)))
    change(file.replace(/[^/]+$/, rename), (text) => {
      for (const [, script = ''] of text.matchAll(/<script[^>]*>(.+?)<\/script>/gs))
        hashes.set(hashOf(script), hashOf(rename(script)))
      return asVersion(text)
    })
  change('_headers', (text) => text.replaceAll(/'sha256-[^']+'/g, (hash) => hashes.get(hash) ?? hash))
  return folder
}

/** Path of a build's entry script, by whose name the build can be recognised. */
export function entryOf(folder: string): string {
  const html = readFileSync(path.join(folder, 'spa.html'), 'utf8')
  const [, entry] = /<script type="module"[^>]* src="([^"]+)"/.exec(html) ?? []
  if (entry === undefined) throw new Error(`No entry in the spa.html of ${folder}`)
  return entry
}

/** Starts a host on a new port to which builds can be deployed. API requests go to `api`. */
export async function startDeployedApp(folder: string, api: string): Promise<DeployedApp> {
  let deployed = folder
  let answer = answerFrom(folder)
  let isCut = false
  let looks = 0
  const http = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    if (/^\/(?:auth|rest)\/v1\//.test(pathname)) {
      if (isCut) response.destroy()
      else passOn(api, request, response)
      return
    }
    if (pathname === '/sw.js') looks += 1
    const { file, status, headers } = answer(pathname)
    response.writeHead(status, headers)
    createReadStream(path.join(deployed, file)).pipe(response)
  })
  const port = await listen(http, 'localhost')
  return {
    url: `http://localhost:${port}`,
    deploy: (next) => {
      deployed = next
      answer = answerFrom(next)
    },
    cutApi: (cut) => {
      isCut = cut
    },
    looks: () => looks,
    close: async () => {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
}

function passOn(api: string, request: IncomingMessage, response: ServerResponse) {
  const { method, headers } = request
  const onward = ask(new URL(request.url ?? '/', api), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  onward.on('error', () => response.destroy())
  request.pipe(onward)
}
