import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { generateTypes, TYPES_FILE } from '../../supabase/embedded/generate-types'
import { openPglite } from '../support/pglite'

test('src/services/supabase/database.types.ts is what the migrations say', async () => {
  const database = await openPglite()
  const generated = await generateTypes(
    async <Row>(query: string) => (await database.pglite.query<Row>(query)).rows,
  )
  await database.close()
  const message = 'Run ./node_modules/.bin/node supabase/embedded/generate-types.ts'
  expect(await readFile(TYPES_FILE, 'utf8'), message).toBe(generated)
})
