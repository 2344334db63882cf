import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { generateSchema, SCHEMA_FOLDER } from '../../supabase/embedded/generate-schema'
import { generateTypes, TYPES_FILE } from '../../supabase/embedded/generate-types'
import { ownDatabase } from '../support/shared-postgres'

const database = await ownDatabase()

const rows = async <Row>(query: string) => [...(await database.sql.unsafe<Row[]>(query))]

test('the generated types are what the migrations say', async () => {
  expect(await readFile(TYPES_FILE, 'utf8'), 'Run npm run schema').toBe(await generateTypes(rows))
})

test('the readable schema is what the migrations say, a file for each object and no other file', async () => {
  const files = (await readdir(SCHEMA_FOLDER)).toSorted()
  const there = files.map(
    async (file) => [file, await readFile(path.join(SCHEMA_FOLDER, file), 'utf8')] as const,
  )
  const generated = [...(await generateSchema(rows))].toSorted(([a], [b]) => (a < b ? -1 : 1))
  expect(await Promise.all(there), 'Run npm run schema').toEqual(generated)
})

test('the readable schema changes with every kind of object', async () => {
  let before = await generateSchema(rows)
  for (const change of [
    'alter table public.clubs add column courts integer',
    'alter table public.clubs add check (courts > 0)',
    'create index clubs_courts_idx on public.clubs (user_id, courts)',
    'alter policy "own rows" on public.clubs using (true)',
    'grant update (courts) on public.clubs to authenticated',
    'alter table public.clubs disable row level security',
    'create trigger touch_again before update on public.clubs for each row execute function private.touch_updated_at()',
    "comment on column public.clubs.courts is 'How many courts'",
    'alter function public.get_server_time() stable security definer',
    'grant execute on function public.get_server_time() to anon',
  ]) {
    await database.sql.unsafe(change)
    const after = await generateSchema(rows)
    expect(after, change).not.toEqual(before)
    before = after
  }
})
