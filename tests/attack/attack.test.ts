import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { brokenRules } from '../db/broken-rules.ts'
import { attackAccounts } from './accounts.ts'
import { attackCalendar } from './calendar.ts'
import { attackCatalogue } from './catalogue.ts'
import { attackFilters } from './filters.ts'
import { attackFunctions } from './functions.ts'
import { attackLinks } from './links.ts'
import { attackPublicPage } from './public-page.ts'
import { reachOf } from './reach.ts'
import { attackReferences } from './references.ts'
import { sent, startScene, type Scene } from './scene.ts'
import { attackTables } from './tables.ts'
import { attackTokens } from './tokens.ts'
import { attackWall } from './wall.ts'
import { attackWithWildValues } from './wild-values.ts'

/**
 * All attacks on one database on PostgreSQL 17, which production runs too. In the end nothing of the victim may have
 * changed.
 */
let scene: Scene
let before: string
beforeAll(async () => {
  // The library logs every refusal with its stack: silence it.
  vi.spyOn(console, 'error').mockImplementation(() => {})
  scene = await startScene()
  before = await scene.snapshot()
})
afterAll(async () => {
  vi.restoreAllMocks()
  await scene?.close()
})

describe('tables and columns', () => attackTables(() => scene))
describe('functions', () => attackFunctions(() => scene))
describe('the rest of the catalogue', () => attackCatalogue(() => scene))
describe('filters, headers and bodies', () => attackFilters(() => scene))
describe('wild values', () => attackWithWildValues(() => scene))
describe('references', () => attackReferences(() => scene))
describe('tokens', () => attackTokens(() => scene))
describe('the public page', () => attackPublicPage(() => scene))
describe('links of students', () => attackLinks(() => scene))
describe('the calendar', () => attackCalendar(() => scene))
describe('accounts', () => attackAccounts(() => scene))
describe('the wall itself, by SQL', () => attackWall(() => scene))

describe('after the whole list', () => {
  it('every row of the victim is byte for byte what it was', async () => {
    const kept: Record<string, unknown[]> = JSON.parse(before)
    const empty = Object.entries(kept).flatMap(([table, rows]) => (rows.length === 0 ? [table] : []))
    // A table without a row of the victim was not attacked. If this fails, add a row in scene.ts.
    expect(empty).toEqual(['private.attempts', 'private.used_links'])
    expect(await scene.snapshot()).toBe(before)
  })

  it('no credit, total or figure of anybody was forged', async () => {
    expect(await brokenRules(scene.query)).toEqual([])
  })

  it('every table, column, function and foreign key of the catalogue was attacked', async ({ annotate }) => {
    const reach = await reachOf(scene)
    expect(reach.filter((what) => !sent.reached.has(what))).toEqual([])
    // Each target in more than one way: other ids, wrong values, preferences, filters.
    expect(sent.requests).toBeGreaterThan(5 * reach.length)
    expect(sent.headers.size).toBeGreaterThan(40)
    // Numbers for docs/proof.md, 'Attack'; `--reporter=verbose` prints them.
    const targets: Record<string, number> = {}
    for (const what of reach) {
      const kind = /^(?:coach|visitor) \w+ (?!rpc)/.test(what)
        ? 'table'
        : (/column|rpc|embedded/.exec(what)?.[0] ?? what)
      targets[kind] = (targets[kind] ?? 0) + 1
    }
    const figures = [
      sent.requests,
      JSON.stringify(sent.kinds),
      reach.length,
      JSON.stringify(targets),
      sent.headers.size,
    ]
    await annotate(`requests, of kinds, targets, of kinds, headers: ${figures.join(' · ')}`)
  })
})
