import type { OwnApp } from '../../e2e/support/own-app.ts'
import type { Person, Scene } from './scene.ts'

/** Number and digest of a coach's rows, by table. Read by SQL, so no code of the app is trusted. */
export type Figures = ReadonlyMap<string, { count: number; digest: string }>

export type Sql = OwnApp['backend']['sql']

/**
 * Tables that people change by what they do with lessons, credits and money. Other tables also change by looking (what
 * was seen, what was opened).
 */
export const DEEDS = [
  'students',
  'packages',
  'payments',
  'sessions',
  'session_package_assignments',
  'session_feedbacks',
  'clubs',
  'lesson_slots',
  'slot_exceptions',
  'package_extensions',
  'recesses',
  'agreements',
] // oxfmt keeps one per line

async function tablesOf(sql: Sql): Promise<string[]> {
  const rows = await sql<{ table_name: string }>(`
    select c.table_name from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and c.column_name = 'user_id' and t.table_type = 'BASE TABLE'
     order by 1`)
  return rows.map(({ table_name }) => table_name)
}

export async function figuresReader(scene: Scene): Promise<(person: Person) => Promise<Figures>> {
  const { sql } = scene.app.backend
  const parts = [...(await tablesOf(sql)).map((table) => [table, 'user_id']), ['profiles', 'id']].map(
    ([table, key]) => `
      select '${table}' as table_name, count(*)::int as count,
             md5(coalesce(string_agg(r::text, '|' order by r::text), '')) as digest
        from public.${table} r where r.${key} = $1`,
  )
  return async (person) => {
    const rows = await sql<{ table_name: string; count: number; digest: string }>(parts.join(' union all '), [
      scene.ids[person],
    ])
    return new Map(rows.map(({ table_name, count, digest }) => [table_name, { count, digest }]))
  }
}

export const changedTables = (before: Figures, after: Figures): string[] =>
  [...after].filter(([table, { digest }]) => before.get(table)?.digest !== digest).map(([table]) => table)

/** The remaining credits in all packages of each student. */
export async function creditsOf(sql: Sql, coach: string): Promise<ReadonlyMap<string, number>> {
  const rows = await sql<{ id: string; credits: number }>(
    `select s.id, coalesce(sum(p.remaining_classes), 0)::int as credits
       from public.students s left join public.packages p on p.user_id = s.user_id and p.student_id = s.id
      where s.user_id = $1 group by s.id`,
    [coach],
  )
  return new Map(rows.map(({ id, credits }) => [id, credits]))
}

/** Names that only this coach may read. */
export async function namesOf({ app, ids }: Scene, person: Person): Promise<ReadonlySet<string>> {
  const rows = await app.backend.sql<{ name: string }>(
    `select name from public.students where user_id = $1 and anonymized_at is null
     union select name from public.clubs where user_id = $1`,
    [ids[person]],
  )
  return new Set(rows.map(({ name }) => name).filter((name) => name.length > 5))
}
