import { beforeAll, describe, expect, it } from 'vitest'
import { lintPlanted } from './planted'

/** One file for each import that docs/architecture.md forbids: its path and its content. */
const VIOLATIONS = {
  'a screen imports data': ['src/a/a.tsx', `export { x } from '@/a/data'`],
  'a screen imports data by a relative path': ['src/a/b.tsx', `export { x } from './sale-data'`],
  'a screen imports data dynamically': ['src/a/c.tsx', `export const x = () => import('./data')`],
  'a screen imports Supabase': ['src/a/d.tsx', `export { createClient } from '@supabase/supabase-js'`],
  'a screen reaches another capability by a relative path': ['src/a/e.tsx', `export { x } from '../b/x'`],
  'a screen takes out what a write did without telling it': [
    'src/a/f.tsx',
    `export { opened } from '@/credits/opened'`,
  ],
  'a hook takes out what a write did without telling it': [
    'src/a/use-a.ts',
    `export { opened } from '@/credits/opened'`,
  ],
  'a hook imports a screen': ['src/a/use-b.ts', `export { x } from './shown'`],
  'a hook imports Supabase': ['src/a/use-c.ts', `export { createClient } from '@supabase/supabase-js'`],
  'a query imports a hook': ['src/data/queries/a.ts', `export { x } from '@/a/use-a'`],
  'a query imports Supabase': [
    'src/data/queries/b.ts',
    `export { createClient } from '@supabase/supabase-js'`,
  ],
  'data imports a query': ['src/a/data.ts', `export { x } from '@/data/queries/x'`],
  'data imports a hook': ['src/a/b-data.ts', `export { x } from './use-a'`],
  'data imports React': ['src/a/c-data.ts', `export { useState } from 'react'`],
  'a rule imports data': ['src/a/a.ts', `export { x } from './data'`],
  'a rule imports lib': ['src/a/b.ts', `export { x } from '@/lib/x'`],
  'a rule imports a hook': ['src/a/c.ts', `export { x } from './use-a'`],
  'a rule imports a screen': ['src/a/d.ts', `export { x } from './shown'`],
  'a rule imports zod outside a schema': ['src/a/e.ts', `export * as z from 'zod/mini'`],
  'a rule imports React': ['src/a/f.ts', `export { useState } from 'react'`],
  'a schema imports data': ['src/a/a.schema.ts', `export { x } from './data'`],
  'a text imports a rule': ['src/a/texts.ts', `export { x } from './ok'`],
  'lib imports a rule': ['src/lib/a.ts', `export { x } from '@/a/ok'`],
  'the core imports a capability': ['src/core/a.ts', `export { x } from '@/a/ok'`],
  'a capability imports the app': ['src/a/g.tsx', `export { x } from '@/app/shell'`],
  'the build imports a screen': ['src/build/a.ts', `export { x } from '../a/shown.tsx'`],
  'the build imports data': ['src/build/b.ts', `export { x } from '../a/data.ts'`],
  'the build imports by an alias that Node does not know': ['src/build/c.ts', `export { x } from '@/a/ok'`],
} as const

/** Imports that the rule must allow. */
const ALLOWED = {
  'a screen imports screens, hooks, rules, texts and lib': [
    'src/a/shown.tsx',
    `export { a } from './use-ok'\nexport { b } from '@/ui/b'\nexport { c } from './ok'\n` +
      `export { d } from '@/b/texts'\nexport { e } from '@/lib/e'`,
  ],
  'a screen imports only a type of data': [
    'src/a/typed.tsx',
    `import { type Y } from '@/a/data'\nexport type { X } from './data'\nexport type Z = Y`,
  ],
  'a hook imports data and queries': [
    'src/a/use-ok.ts',
    `export { x } from './data'\nexport { y } from '@/data/queries/y'`,
  ],
  'the telling takes out what a write did': ['src/credits/tell.ts', `export { opened } from './opened'`],
  'a rule imports another capability': ['src/a/ok.ts', `export { y } from '@/b/y'`],
  'a schema imports zod': ['src/a/ok.schema.ts', `export * as z from 'zod/mini'`],
  'data imports Supabase': ['src/a/ok-data.ts', `export { createClient } from '@supabase/supabase-js'`],
  'the build imports rules, texts and lib': [
    'src/build/ok.ts',
    `export { a } from '../a/ok.ts'\nexport { b } from '../a/texts.ts'\nexport { c } from '../lib/c.ts'`,
  ],
} as const

let refused: string[]
beforeAll(async () => {
  refused = await lintPlanted('voleio(layers)', [...Object.values(VIOLATIONS), ...Object.values(ALLOWED)])
})

describe('the import rule of docs/architecture.md', () => {
  it.each(Object.entries(VIOLATIONS))('refuses: %s', (_name, [file]) => {
    expect(refused).toContain(file)
  })

  it.each(Object.entries(ALLOWED))('allows: %s', (_name, [file]) => {
    expect(refused).not.toContain(file)
  })
})
