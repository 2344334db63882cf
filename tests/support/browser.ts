import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'

/** Flags that keep headless Chromium off the network, and let it run as root (in containers). */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
]

/**
 * Flags for browsers whose time nobody measures: a page lives for seconds here, so the optimising compilers and the
 * second process for drawing cost more than they give back (journeys use an eighth to a fifth less processor time).
 */
export const JOURNEY_FLAGS = [
  ...CHROMIUM_FLAGS,
  '--js-flags=--no-opt,--no-maglev',
  '--in-process-gpu',
  '--num-raster-threads=1',
]

const SYSTEM_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const SYSTEM_FILES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/**
 * Path of a Chromium: the one that CHROMIUM_PATH names, the system's, Playwright's download, or one that this call
 * installs. Throws with instructions if none can be found or installed, so that browser tests never pass without a
 * browser.
 */
export function findBrowser(): string {
  const named = process.env.CHROMIUM_PATH
  if (named !== undefined && named !== '') {
    if (existsSync(named)) return named
    throw new Error(`CHROMIUM_PATH names ${named}, which does not exist.`)
  }
  const found = installedBrowser()
  if (found !== null) return found
  install()
  const installed = installedBrowser()
  if (installed !== null) return installed
  throw new Error(
    'The browser tests need Chromium, and none could be found or installed. Install one ' +
      '(`apt-get install chromium`, or Google Chrome), or run `npx playwright install --with-deps chromium`, ' +
      'or name one with CHROMIUM_PATH.',
  )
}

/**
 * Path of Chromium's headless shell if Debian's package is installed and CHROMIUM_PATH names no other browser (journeys
 * take a fifth less time in it); otherwise `findBrowser`.
 */
export function findHeadlessBrowser(): string {
  const shell = inPath('chromium-headless-shell').find((file) => existsSync(file))
  return process.env.CHROMIUM_PATH ? findBrowser() : (shell ?? findBrowser())
}

function inPath(name: string): string[] {
  return (process.env.PATH ?? '').split(path.delimiter).map((folder) => path.join(folder, name))
}

function installedBrowser(): string | null {
  const system = [...SYSTEM_NAMES.flatMap(inPath), ...SYSTEM_FILES]
  return [...system, chromium.executablePath()].find((file) => existsSync(file)) ?? null
}

function install(): void {
  const attempts: [string, string[]][] = [['npx', ['playwright', 'install', 'chromium']]]
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    attempts.unshift(['apt-get', ['install', '-y', '--no-install-recommends', 'chromium']])
    attempts.unshift(['apt-get', ['update']])
  }
  for (const [command, args] of attempts) {
    if (installedBrowser() !== null) return
    try {
      process.stderr.write(`No Chromium found: ${command} ${args.join(' ')}\n`)
      execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] })
    } catch {
      // The next attempt may succeed; if none does, findBrowser throws with instructions.
    }
  }
}
