import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { rehearse } from '../support/postgres'
import { becoming, type Query } from '../support/postgres-database'
import { ownDatabase } from '../support/shared-postgres'
import { insert, STUDENT } from '../support/world/sql'
import { makeTenants } from './tenants'

/** docs/deploy.md, 'After a restore, erase again', and what the privacy policy promises about backups. */
const script = (name: string) =>
  readFile(new URL(`../../supabase/operator/${name}.sql`, import.meta.url), 'utf8')

const database = await ownDatabase()
let survivors: string
let eraseAgain: string
beforeAll(async () => {
  survivors = await script('survivors')
  eraseAgain = await script('erase-again')
})

const everybody = async (query: Query) => {
  const rows = await query<{ who: string }>(`
    select 'account ' || id as who from auth.users union all
    select 'log of ' || (payload ->> 'actor_id') from auth.audit_log_entries union all
    select 'student ' || id || ' ' || name from public.students order by 1`)
  return rows.map(({ who }) => who)
}

async function keepList(query: Query, rows: object[]): Promise<void> {
  await query(
    `create temp table survivors (kind text, user_id uuid, id uuid, anonymized boolean, taken_at timestamptz)
       on commit drop`,
  )
  await query(
    `insert into survivors select * from json_populate_recordset(null::survivors, $1::text::json)`,
    [JSON.stringify(rows)],
  )
}

describe('after a restore', () => {
  it('whoever was erased, anonymised or closed since the backup is so again, and nobody else', async () => {
    const [live, restored, before] = await rehearse(database, async (query) => {
      const { owner, other, student } = await makeTenants(query)
      // Its attendance would be looked for when the club goes, because this transaction made the row.
      await query('update public.session_feedbacks set club_id = null where user_id = $1', [other])
      await query(becoming('authenticated', owner))
      const [erased, nobody, both] = [
        await insert(query, 'students', { ...STUDENT, name: 'Erased' }),
        await insert(query, 'students', { ...STUDENT, name: 'Nobody' }),
        await insert(query, 'students', { ...STUDENT, name: 'Nobody before, erased since' }),
      ]
      await query(`select public.anonymize_student('${both}')`)
      // Make the rows older, because within a transaction `now()` stands still.
      await query('reset role')
      await query(`set local session_replication_role = replica`)
      await query(`update public.students set created_at = now() - interval '1 day'`)
      await query(`update public.student_links set created_at = now() - interval '1 day'`)
      await query(`update auth.users set created_at = now() - interval '1 day'`)
      await query(`set local session_replication_role = default`)
      for (const id of [owner, other])
        await query(
          'insert into auth.audit_log_entries (payload) values (json_build_object($1::text, $2::text))',
          ['actor_id', id],
        )
      const backup = await everybody(query)

      await query('savepoint backup')
      await query(becoming('authenticated', owner))
      await query(`select public.delete_student('${erased}')`)
      await query(`select public.anonymize_student('${nobody}')`)
      await query(`select public.delete_student('${both}')`)
      await query('reset role')
      await query(`select private.close_account('${other}')`)
      const list = await query<object>(survivors)
      const now = await everybody(query)
      await query('rollback to savepoint backup')

      // Created after the list was taken, so the script must leave these students alone. An import keeps the dates.
      await query(becoming('authenticated', owner))
      const young = await insert(query, 'students', { ...STUDENT, name: 'Young' })
      const imported = await insert(query, 'students', { ...STUDENT, name: 'Imported' })
      await query('reset role')
      await query(`update public.students set created_at = now() - interval '1 day' where id = '${imported}'`)
      await keepList(query, list)
      await query(eraseAgain)
      expect(now.join()).toContain(student)
      const since = [`student ${young} Young`, `student ${imported} Imported`]
      return [[...now, ...since].toSorted(), await everybody(query), backup]
    })
    expect(restored).toEqual(live)
    expect(restored).not.toEqual(before)
  })

  it('an address that was changed since the backup opens nothing again, and the others stay', async () => {
    const opened = await rehearse(database, async (query) => {
      const { owner, student } = await makeTenants(query)
      const opens = async (link: string, token: string) => {
        const [row] = await query<{ page: boolean; feed: boolean }>(
          `select private.student_public_data($1::text::uuid) ->> 'success' = 'true' as page,
                  exists (select from public.agenda_feeds where token = $2) as feed`,
          [link, token],
        )
        return row
      }
      await query(becoming('authenticated', owner))
      const kept = await insert(query, 'students', { ...STUDENT, name: 'Kept' })
      const [feed] = await query<{ token: string }>('select public.rotate_agenda_token() as token')
      const token = feed?.token ?? ''
      await query('reset role')
      await query(`update public.student_links set created_at = now() - interval '1 day'`)
      await query(`update public.agenda_feeds set created_at = now() - interval '1 day'`)
      await query('savepoint backup')
      await query(becoming('authenticated', owner))
      await query(`select public.rotate_student_link('${student}'), public.rotate_agenda_token()`)
      await query('reset role')
      const list = await query<object>(survivors)
      await query('rollback to savepoint backup')
      const before = await opens(student, token)
      await keepList(query, list)
      await query(eraseAgain)
      return [before, await opens(student, token), await opens(kept, token)]
    })
    expect(opened).toEqual([
      { page: true, feed: true },
      { page: false, feed: false },
      { page: true, feed: false },
    ])
  })

  it('a list of another database erases nobody', async () => {
    await rehearse(database, async (query) => {
      await makeTenants(query)
      await query('reset role')
      await keepList(query, [])
      await expect(query(eraseAgain)).rejects.toThrow('it would erase everybody')
    })
  })
})
