import { fileURLToPath } from 'node:url'
import { runInThisContext } from 'node:vm'
import { ALIASES } from '../../src/build/config.ts'
import type { App } from './app.tsx'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** A planted bug: a change of one file of the app. */
export interface Patch {
  file: string
  find: string
  replace: string
}

/** The globals that a page of the app gets from its device, by the names under which the code uses them. */
const GLOBALS = [
  'globalThis',
  'window',
  'self',
  'document',
  'navigator',
  'location',
  'localStorage',
  'sessionStorage',
  'indexedDB',
  'crypto',
  'performance',
  'fetch',
  'Date',
  'Math',
  'AbortSignal',
  'BroadcastChannel',
  'MessageChannel',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'setImmediate',
  'requestAnimationFrame',
  'console',
  'reportError',
] as const

type PageGlobals = Record<(typeof GLOBALS)[number], unknown>

/** Evaluates the app again, with the fresh module state of a page that was just opened. */
export type OpenPage = (globals: PageGlobals) => { start: () => App }

/** Address and public key of the embedded API. */
const URL_OF_API = 'http://localhost:5173'
const KEY_OF_API = 'sb_publishable_voleio_embedded'

/** Builds the app as one script. Throws if a patch does not fit the source. */
export async function bundleApp(patches: readonly Patch[] = []): Promise<string> {
  const { build } = await import('vite')
  const open = new Set(patches)
  const output = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    resolve: { alias: ALIASES },
    define: {
      'process.env.NODE_ENV': '"production"',
      'import.meta.env.VITE_SUPABASE_URL': JSON.stringify(URL_OF_API),
      'import.meta.env.VITE_SUPABASE_ANON_KEY': JSON.stringify(KEY_OF_API),
    },
    plugins: [
      {
        name: 'planted',
        enforce: 'pre',
        transform(code, id) {
          let changed = code
          for (const patch of patches) {
            if (id !== `${ROOT}${patch.file}` || !changed.includes(patch.find)) continue
            changed = changed.replace(patch.find, () => patch.replace)
            open.delete(patch)
          }
          return changed === code ? null : { code: changed, map: null }
        },
      },
    ],
    build: {
      write: false,
      minify: false,
      reportCompressedSize: false,
      lib: { entry: `${ROOT}tests/simulation/app.tsx`, formats: ['iife'], name: 'app', fileName: 'app' },
    },
  })
  for (const { file, find } of open) throw new Error(`The planted bug does not fit ${file} any more: ${find}`)
  const [chunk] = [output].flat().flatMap((part) => ('output' in part ? part.output : []))
  if (chunk?.type !== 'chunk') throw new Error('The app was not bundled')
  return chunk.code
}

/** Compiles the bundle; each call of the result is a new page. */
export function evaluate(code: string): OpenPage {
  const page: unknown = runInThisContext(`(function (${GLOBALS.join(', ')}) {\n${code}\nreturn app\n})`, {
    filename: 'app-of-a-device.js',
  })
  if (typeof page !== 'function') throw new Error('The bundle is no function')
  return (globals) => page(...GLOBALS.map((name) => globals[name]))
}
