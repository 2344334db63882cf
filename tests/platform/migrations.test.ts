import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

/**
 * A database never runs a migration twice, so an edited migration reaches new databases only. `supabase db push` does
 * not accept a new file that sorts before an applied one, either. So deployed files are listed with their checksums
 * (docs/decisions/0017-keys-begin-with-the-coach.md).
 */

const ROOT = path.resolve(import.meta.dirname, '../..')
const FOLDER = 'supabase/migrations'
/**
 * Lines in the format of sha256sum. The file is absent until the first deployment: until then any migration may be
 * edited.
 */
const LIST = 'supabase/deployed'

type Checksums = Readonly<Record<string, string>>

const deployed = existsSync(path.join(ROOT, LIST))
  ? checksums(readFileSync(path.join(ROOT, LIST), 'utf8'))
  : {}

function checksums(list: string): Checksums {
  return Object.fromEntries(
    list
      .trimEnd()
      .split('\n')
      .map((line) => {
        const [sum = '', file = ''] = line.split('  ')
        return [file, sum]
      }),
  )
}

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

function brokenPromises(listed: Checksums, files: Checksums): string[] {
  const last = Object.keys(listed).toSorted().at(-1) ?? ''
  return [
    ...Object.entries(listed)
      .filter(([file, sum]) => files[file] !== sum)
      .map(([file]) => `${file} ${file in files ? 'was edited' : 'is gone'}`),
    ...Object.keys(files)
      .filter((file) => !(file in listed) && file < last)
      .map((file) => `${file} comes before a deployed one`),
  ]
}

describe('deployed migrations', () => {
  const [first, second] = [`${FOLDER}/20300101000100_first.sql`, `${FOLDER}/20300101000200_second.sql`]
  const listed = checksums(`a1  ${first}\nb2  ${second}\n`)

  it('are as they were deployed, and every other one comes after them', () => {
    expect(brokenPromises(deployed, present)).toEqual([])
  })

  it('may neither be edited nor removed', () => {
    expect(brokenPromises(listed, { [second]: 'edited' })).toEqual([
      `${first} is gone`,
      `${second} was edited`,
    ])
  })

  it('may be followed by new ones, and by nothing in between', () => {
    const [later, between] = [`${FOLDER}/20300101000300_new.sql`, `${FOLDER}/20300101000150_between.sql`]
    expect(brokenPromises(listed, { ...listed, [later]: 'new', [between]: 'new' })).toEqual([
      `${between} comes before a deployed one`,
    ])
  })
})
