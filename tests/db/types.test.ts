import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generateSchema, SCHEMA_FILE } from '../../supabase/embedded/generate-schema'
import { type Catalogue, generateTypes, TYPES_FILE } from '../../supabase/embedded/generate-types'
import { openPglite } from '../support/pglite'

let database: Awaited<ReturnType<typeof openPglite>>
beforeAll(async () => {
  database = await openPglite()
})
afterAll(() => database.close())

const rows = async <Row>(query: string) => (await database.pglite.query<Row>(query)).rows

test.each([
  ['src/services/supabase/database.types.ts', TYPES_FILE, generateTypes],
  ['supabase/schema.sql', SCHEMA_FILE, generateSchema],
])('%s is what the migrations say', async (_, file, generate: (catalogue: Catalogue) => Promise<string>) => {
  expect(await readFile(file, 'utf8'), 'Run npm run schema').toBe(await generate(rows))
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
    await database.pglite.exec(change)
    const after = await generateSchema(rows)
    expect(after, change).not.toBe(before)
    before = after
  }
})
