import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { PLANTED } from './planted.ts'

// The bugs are played by hand (docs/proof.md, 'Simulation'). Without this test nobody would notice before then that a
// bug no longer fits the sources.
it('each planted bug fits the sources', () => {
  const schema = readdirSync('supabase/schemas')
    .map((file) => readFileSync(`supabase/schemas/${file}`, 'utf8'))
    .join('\n')
  const unfit = PLANTED.filter(({ patches = [], sql = [] }) => {
    const isInSource = patches.every(({ file, find }) => readFileSync(file, 'utf8').includes(find))
    const found = sql.flatMap((statement) => statement.match(/(?<=\$find\$).*?(?=\$find\$)/s) ?? [])
    return !isInSource || found.some((text) => !schema.includes(text))
  })
  expect(unfit.map(({ name }) => name)).toEqual([])
})
