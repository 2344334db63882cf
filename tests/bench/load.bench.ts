import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectNoBrokenRules } from '../db/broken-rules'
import { startPostgres, type OwnPostgresServer } from '../support/postgres'
import { casesOf } from './cases'
import { runConcurrently } from './concurrency'
import { measureLinks, measureWall, printHistory, SIZES, subjectOf } from './history'
import { makeWorld, SETTINGS, type LoadWorld } from './load-world'
import { sum } from './measure'
import { measurePlanCache } from './plan-cache'
import { number, print, printComparison, printConcurrency, printPlanCache, printWall } from './report'
import { compare } from './run'

/**
 * `npm run bench`: compares the app with the baseline, among the lessons of 2,000 coaches and among a hundredth of
 * them. BENCH_LESSONS makes both worlds smaller. The tables go to docs/performance.md.
 */
const LESSONS = Number(process.env['BENCH_LESSONS'] ?? 1_000_000)
const FEW = Math.max(LESSONS / 100, 1000)
const AT_ONCE = 50
const CONCURRENCY_SECONDS = 10

let server: OwnPostgresServer
let world: LoadWorld
let smallWorld: LoadWorld

beforeAll(async () => {
  server = await startPostgres(SETTINGS)
  smallWorld = await makeWorld(server, FEW, 1)
  const began = Date.now()
  world = await makeWorld(server, LESSONS, AT_ONCE, SIZES)
  const seconds = Math.round((Date.now() - began) / 1000)
  print(
    `\n${number(LESSONS)} lessons of ${number(world.coaches)} coaches, for both apps, made in ${seconds} s`,
  )
  print(
    `${number(await bytesPerLesson(world))} bytes a lesson, with its students, packages, ledger and indexes`,
  )
}, 900_000)
afterAll(async () => {
  await smallWorld.close()
  await world.close()
  await server.stop()
})

it('what every screen reads for a short and a long past, and how far that is from the lower bound', async () => {
  print(`\n## Requests among ${number(LESSONS)} lessons`)
  await printHistory(world)
}, 300_000)

it('row-level security reads nothing more', async () => {
  print('\n## The cost of row-level security')
  const measured = await measureWall(world)
  printWall(measured)
  expect(
    measured.filter(({ coach, past }) => coach.rows > past.rows * 1.2 + 12).map(({ name }) => name),
  ).toEqual([])
}, 300_000)

it('a link that was changed takes no longer than an unknown one', async () => {
  const { revoked, unknown } = await measureLinks(world)
  print(
    `\nA link to a student's page, ms on the server: changed ${number(revoked, 3)}, unknown ${number(unknown, 3)}.`,
  )
  expect(revoked / unknown).toBeLessThan(1.5)
}, 300_000)

it('a registration is not slower for keeping its plans', async () => {
  print('\n## A registration on the server, with plans kept and planned anew')
  const { coach } = await subjectOf(world, 'long')
  const measured = await measurePlanCache(world.database, coach)
  printPlanCache(measured)
  expect(sum(measured.map(({ kept }) => kept))).toBeLessThan(sum(measured.map(({ anew }) => anew)) * 1.2)
}, 300_000)

it('both apps show and do the same, and what it takes is printed', async () => {
  const few = await compare(smallWorld, await casesOf(smallWorld))
  const many = await compare(world, await casesOf(world))
  print(`\n## Beside the alternative: ${number(LESSONS)} lessons, of which this coach has 2 in 100`)
  print(`Growth: from ${number(FEW)} lessons.`)
  printComparison(few, many)
  // Plans made for the average student once read each of these lessons a hundred times.
  const page = many.find(({ name }) => name === 'public page, 1,000 lessons')
  expect(page?.ours.blocks).toBeLessThan(25_000)
}, 600_000)

it('fifty coaches at once get no error, and every lesson that was answered is there once', async () => {
  print(`\n## ${AT_ONCE} coaches at once, ${CONCURRENCY_SECONDS} s each app`)
  const before = await lessonsOf(world)
  const ours = await runConcurrently(world, 'ours', CONCURRENCY_SECONDS)
  const theirs = await runConcurrently(world, 'theirs', CONCURRENCY_SECONDS)
  printConcurrency(ours, theirs)
  expect(ours.errors).toEqual([])
  const after = await lessonsOf(world)
  for (const { id } of world.average)
    expect((after.get(id) ?? 0) - (before.get(id) ?? 0)).toBe(ours.registered.get(id) ?? 0)
  await expectNoBrokenRules(world.database)
  print('\nOur books are in order: every balance, ledger, counter and total agrees with its rows.')
}, 300_000)

async function lessonsOf({ database }: LoadWorld): Promise<Map<string, number>> {
  const rows = await database.asOwner((query) =>
    query<{ id: string; lessons: number }>(
      `select user_id as id, count(*)::int as lessons from public.sessions group by 1`,
    ),
  )
  return new Map(rows.map(({ id, lessons }) => [id, lessons]))
}

/** Bytes on disk per lesson: all our tables and indexes, without those of the baseline. */
async function bytesPerLesson({ database, lessons }: LoadWorld): Promise<number> {
  const [row] = await database.asOwner((query) =>
    query<{ bytes: number }>(
      `select sum(pg_total_relation_size(c.oid))::float8 as bytes from pg_class c
        where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)`,
    ),
  )
  return (row?.bytes ?? 0) / lessons
}
