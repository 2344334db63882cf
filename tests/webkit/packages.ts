import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

/** The programs and files that the engine needs, with the Debian package of each. */
const NEEDED = [
  { what: 'WebKitWebDriver', package: 'webkit2gtk-driver' },
  { what: 'Xvfb', package: 'xvfb' },
  { what: 'localedef', package: 'libc-bin' },
  { what: '/usr/share/i18n/locales/pt_BR', package: 'locales' },
] as const

const isThere = (what: string) =>
  path.isAbsolute(what)
    ? existsSync(what)
    : (process.env.PATH ?? '').split(path.delimiter).some((folder) => existsSync(path.join(folder, what)))

const missing = () => NEEDED.filter(({ what }) => !isThere(what))

/** Installs what is missing (on Debian, as root). Throws with instructions if something is still missing. */
export function ensureWebKit(): void {
  if (missing().length > 0 && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) install()
  const lacks = missing()
  if (lacks.length === 0) return
  throw new Error(
    `This machine lacks ${lacks.map(({ what }) => what).join(', ')}. On Debian or Ubuntu: ` +
      `sudo apt-get install ${lacks.map((each) => each.package).join(' ')}. ` +
      'Elsewhere use a container of Debian: only there is the engine packaged with its driver.',
  )
}

function install(): void {
  const packages = missing().map((each) => each.package)
  process.stderr.write(`Installing ${packages.join(', ')}\n`)
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    try {
      execFileSync('apt-get', args, {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      })
    } catch {
      // ensureWebKit reports what is still missing.
    }
  }
}
