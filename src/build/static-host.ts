import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Connect, Plugin } from 'vite'
import { decodeOr } from '../core/paths.ts'
import { CALENDAR, type Api, documentFor, NOT_FOUND } from '../site/documents.ts'
import { headersFor, HOST_FILES, parseHeadersFile } from './hosting.ts'

export interface Answer {
  /** Path relative to the build's folder, with slashes. */
  file: string
  status: 200 | 404
  /** Content-Type included. */
  headers: Record<string, string>
}

/** What hosts do by default for files without a rule: cache, but revalidate. */
const UNLESS_RULED = { 'Cache-Control': 'no-cache' }
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
}
/** Matches no file, so that Vite's file server passes the request on. */
const NOWHERE = '/404'

/**
 * Answers a path from a build in `folder` as a host does: the file, else the document of the address, else 404.html
 * with that status; with the headers of the build's `_headers`. Throws if `folder` holds no build.
 */
export function answerFrom(folder: string): (pathname: string) => Answer {
  const rules = parseHeadersFile(readFileSync(path.join(folder, '_headers'), 'utf8'))
  const isSite = (file: string) => {
    const name = path.relative(folder, path.join(folder, file))
    const isOutside = name.startsWith('..') || name.startsWith('.') || HOST_FILES.some((own) => own === name)
    return !isOutside && existsSync(path.join(folder, name)) && statSync(path.join(folder, name)).isFile()
  }
  const answer = (file: string, status: Answer['status'], pathname: string): Answer => ({
    file,
    status,
    headers: {
      'Content-Type': TYPES[path.extname(file)] ?? 'application/octet-stream',
      ...UNLESS_RULED,
      ...headersFor(rules, pathname),
    },
  })
  return (pathname) => {
    const plain = decodeOr(pathname)
    if (isSite(plain)) return answer(plain.slice(1), 200, plain)
    const file = documentFor(plain)
    return file === NOT_FOUND ? answer(file, 404, `/${NOT_FOUND}`) : answer(file, 200, plain)
  }
}

/** Dev server and preview redirect the address of a calendar, as hosts do. */
export function calendarAsHosted(api: Api): Plugin {
  const sendOn: Connect.NextHandleFunction = (request, response, next) => {
    const token = CALENDAR.pattern.exec(new URL(request.url ?? '/', 'http://localhost').pathname)?.[1]
    if (token === undefined) {
      next()
      return
    }
    response.writeHead(302, { Location: CALENDAR.answeredAt(token, api), 'X-Robots-Tag': 'noindex' })
    response.end()
  }
  return {
    name: 'voleio:calendar-as-hosted',
    configureServer: ({ middlewares }) => void middlewares.use(sendOn),
    configurePreviewServer: ({ middlewares }) => void middlewares.use(sendOn),
  }
}

/** `vite preview` answers like the hosts: the same documents, statuses and headers. */
export const previewAsHosted = (): Plugin => ({
  name: 'voleio:preview-as-hosted',
  configurePreviewServer({ config, middlewares }) {
    const folder = path.resolve(config.root, config.build.outDir)
    middlewares.use((request, response, next) => {
      const { pathname, search } = new URL(request.url ?? '/', 'http://localhost')
      const { file, status, headers } = answerFrom(folder)(pathname)
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
      request.url = status === 404 ? NOWHERE : `/${file}${search}`
      next()
    })
    // Vite's file server answers only 200; what it did not find arrives here.
    return () => {
      middlewares.use((request, response, next) => {
        if (!request.url?.startsWith(NOWHERE)) {
          next()
          return
        }
        response.statusCode = 404
        response.end(readFileSync(path.join(folder, NOT_FOUND)))
      })
    }
  },
})
