import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { callsOf, publicPage, type Call, type Subject } from './calls'
import type { LoadWorld } from './load-world'
import { descentOf, lowerBoundOf } from './lower-bound'
import { measure, median, type Cost } from './measure'
import { number, print, printTable } from './report'
import { studentOf, type Size } from './world'

/** Sizes of the two coaches to compare: a new one, and one with 11 lessons a day for five years. */
export const SIZES = {
  short: { students: 3, lessons: 20, everyMinutes: 1440 },
  long: { students: 300, lessons: 20_000, everyMinutes: 131 },
} as const satisfies Record<string, Size>

export async function subjectOf({ database }: LoadWorld, key: keyof typeof SIZES): Promise<Subject> {
  const [row] = await database.asOwner((query) =>
    query<{ coach: string; id: string; credits_version: number }>(
      `select user_id as coach, id, credits_version from public.students where id = ${studentOf(key, 0)}`,
    ),
  )
  if (!row) throw new Error(`The coach '${key}' was not made`)
  return { coach: row.coach, lessons: SIZES[key].lessons, student: row }
}

const pair = (small: number, large: number, digits = 0): string =>
  `${number(small, digits)} / ${number(large, digits)}`

/** Prints what each request of each screen reads for both coaches, and how far above the lower bound that is. */
export async function printHistory(world: LoadWorld): Promise<void> {
  const { database } = world
  const now = new Date()
  const [short, long] = [await subjectOf(world, 'short'), await subjectOf(world, 'long')]
  const longCalls = callsOf(long, now)
  const descent = await descentOf(database, long.coach)
  print(`\nFinding one lesson by its key: ${descent} blocks.`)
  const rows: string[][] = []
  const costs: { name: string; more: number }[] = []
  for (const [index, call] of callsOf(short, now).entries()) {
    const other = longCalls[index]
    if (!other) throw new Error('both coaches make the same requests')
    const small = await measure(database, short.coach, call)
    const large = await measure(database, long.coach, other)
    const lowerBound = await lowerBoundOf(database, long.coach, other, descent)
    if (!call.grows) costs.push({ name: `${call.screen}: ${call.name}`, more: large.rows - small.rows })
    rows.push([
      call.screen,
      call.name,
      pair(small.rows, large.rows),
      pair(small.blocks, large.blocks),
      number(lowerBound),
      number(large.blocks / lowerBound, 1),
      pair(small.ms, large.ms, 1),
      call.grows ?? '',
    ])
  }
  printTable(
    [
      'screen',
      'request',
      'rows read, short / long',
      'blocks',
      'lower bound',
      'of the lower bound',
      'ms',
      'may grow with',
    ],
    rows,
  )
  // The limit for 1,000 times the history; tests/db/growth.test.ts compares more closely. Small tables do not count: a
  // registration checks ten foreign keys to `profiles`, and while that table has a page or two these checks scan it,
  // for both coaches. (In a quick run all tables are that small.)
  const many = world.lessons < 100_000 ? [] : costs.filter(({ more }) => more > 700)
  expect(many.map(({ name }) => name)).toEqual([])
}

const ROUNDS = 5

/** Measures every request of the coach with the long history, with row-level security and without. */
export async function measureWall(world: LoadWorld): Promise<{ name: string; coach: Cost; past: Cost }[]> {
  const subject = await subjectOf(world, 'long')
  const measured: { name: string; coach: Cost; past: Cost }[] = []
  for (const call of callsOf(subject, new Date())) {
    const [under, past]: Cost[][] = [[], []]
    for (let round = 0; round < ROUNDS; round++) {
      under?.push(await measure(world.database, subject.coach, call))
      past?.push(await measure(world.database, subject.coach, call, 'superuser'))
    }
    measured.push({ name: nameOf(call), coach: middleOf(under), past: middleOf(past) })
  }
  return measured
}

/** Milliseconds on the server for a changed link and for an unknown one, measured in turn. */
export async function measureLinks({ database }: LoadWorld): Promise<{ revoked: number; unknown: number }> {
  const [row] = await database.asOwner((query) =>
    query<{ coach: string; link: string }>(
      `select user_id as coach, id as link from public.students where id = ${studentOf('long', 1)}`,
    ),
  )
  if (!row) throw new Error("The coach 'long' has one student only")
  await database.asUser(row.coach, (query) => query('select public.rotate_student_link($1)', [row.link]))
  const [revoked, unknown]: number[][] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    revoked?.push((await measure(database, row.coach, publicPage(row.link))).ms)
    unknown?.push((await measure(database, row.coach, publicPage(randomUUID()))).ms)
  }
  return { revoked: median(revoked), unknown: median(unknown) }
}

const nameOf = ({ screen, name }: Call): string => `${screen}: ${name}`

const middleOf = (costs: readonly Cost[] = []): Cost => ({
  rows: median(costs.map(({ rows }) => rows)),
  blocks: median(costs.map(({ blocks }) => blocks)),
  ms: median(costs.map(({ ms }) => ms)),
})
