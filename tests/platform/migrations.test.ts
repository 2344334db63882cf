import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

/**
 * A database that has a migration never runs it again, so an edit of it reaches new databases only. Nor does
 * `supabase db push` accept a new file that sorts before an applied one. Released files are listed with their checksums
 * (docs/decisions/0017-keys-begin-with-the-coach.md).
 */

const ROOT = path.resolve(import.meta.dirname, '../..')
const FOLDER = 'supabase/migrations'
const LIST = 'supabase/migrations.sha256'

type Checksums = Readonly<Record<string, string>>

/** The released migrations, from lines as sha256sum writes them. */
const released: Checksums = Object.fromEntries(
  readFileSync(path.join(ROOT, LIST), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [sum = '', file = ''] = line.split('  ')
      return [file, sum]
    }),
)

const present: Checksums = Object.fromEntries(
  readdirSync(path.join(ROOT, FOLDER)).map((name) => {
    const file = `${FOLDER}/${name}`
    return [
      file,
      createHash('sha256')
        .update(readFileSync(path.join(ROOT, file)))
        .digest('hex'),
    ]
  }),
)

function brokenPromises(files: Checksums): string[] {
  const last = Object.keys(released).toSorted().at(-1) ?? ''
  return [
    ...Object.entries(released)
      .filter(([file, sum]) => files[file] !== sum)
      .map(([file]) => `${file} ${file in files ? 'was edited' : 'is gone'}`),
    ...Object.keys(files)
      .filter((file) => !(file in released) && file < last)
      .map((file) => `${file} comes before a released one`),
  ]
}

describe('released migrations', () => {
  const [first = '', second = ''] = Object.keys(released)

  it('are as they were released, and every other one comes after them', () => {
    expect(brokenPromises(present)).toEqual([])
  })

  it('may neither be edited nor removed', () => {
    const others = Object.fromEntries(Object.entries(released).filter(([file]) => file !== first))
    expect(brokenPromises({ ...others, [second]: 'edited' })).toEqual([
      `${first} is gone`,
      `${second} was edited`,
    ])
  })

  it('may be followed by new ones, and by nothing in between', () => {
    const between = second.replace(/00_\w+/, '50_between')
    expect(
      brokenPromises({ ...released, [`${FOLDER}/99991231000000_new.sql`]: 'new', [between]: 'new' }),
    ).toEqual([`${between} comes before a released one`])
  })
})
