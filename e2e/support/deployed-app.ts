import { execFile } from 'node:child_process'
import { createReadStream, readFileSync, statSync } from 'node:fs'
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import path from 'node:path'
import { promisify } from 'node:util'
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

const madeAt = (build: string) => statSync(path.join(build, 'sw.js'), { throwIfNoEntry: false })?.mtimeMs ?? 0

/**
 * Builds the app with another version and entry script; returns its folder. Reuses an earlier build that is newer than
 * the build under test.
 */
export async function buildVersion(version: string): Promise<string> {
  const folder = `${FIRST}-${version}`
  if (madeAt(folder) > madeAt(FIRST)) return folder
  await promisify(execFile)(
    process.execPath,
    [
      'node_modules/vite/bin/vite.js',
      'build',
      '--mode',
      'embedded',
      '--logLevel',
      'error',
      '--outDir',
      folder,
    ],
    { cwd: ROOT, env: { ...process.env, VITE_APP_VERSION: version } },
  )
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
    const { file, status, headers } = answerFrom(deployed)(pathname)
    response.writeHead(status, headers)
    createReadStream(path.join(deployed, file)).pipe(response)
  })
  const port = await listen(http, 'localhost')
  return {
    url: `http://localhost:${port}`,
    deploy: (next) => {
      deployed = next
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
