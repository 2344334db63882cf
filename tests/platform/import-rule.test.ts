import { beforeAll, describe, expect, it } from 'vitest'
import { lintPlanted } from './planted'

/** One file per arrow that docs/architecture.md forbids: its place and content. */
const VIOLATIONS = {
  'a page imports a service': ['src/pages/a/a.ts', `export { x } from '@/services/x'`],
  'a page imports another page': ['src/pages/a/b.ts', `export { x } from '@/pages/b/x'`],
  'a page reaches another page by a relative path': ['src/pages/a/c.ts', `export { x } from '../b/x'`],
  'a page imports a service dynamically': [
    'src/pages/a/e.ts',
    `export const x = () => import('@/services/x')`,
  ],
  'a page imports Supabase': ['src/pages/a/f.ts', `export { createClient } from '@supabase/supabase-js'`],
  'a page takes out what a write did without telling it': [
    'src/pages/a/g.ts',
    `export { opened } from '@/domain/credits/opened'`,
  ],
  'a hook takes out what a write did without telling it': [
    'src/hooks/cap/o.ts',
    `export { opened } from '@/domain/credits/opened'`,
  ],
  'a component imports a hook': ['src/components/cap/a.ts', `export { x } from '@/hooks/x'`],
  'a primitive leaves its folder by a relative path': [
    'src/components/ui/a.ts',
    `export { x } from '../../hooks/x'`,
  ],
  'a room of a page reaches another page by a relative path': [
    'src/pages/a/room/a.ts',
    `export { x } from '../../b/x'`,
  ],
  'a rule reaches another layer by a relative path': [
    'src/domain/cap/e.ts',
    `export { x } from '../../services/cap/x'`,
  ],
  'the root of a layer leaves it by a relative path': ['src/lib/f.ts', `export { x } from '../domain/cap/x'`],
  'a query imports a hook': ['src/queries/a.ts', `export { x } from '@/hooks/cap/x'`],
  'a query imports Supabase': ['src/queries/b.ts', `export { createClient } from '@supabase/supabase-js'`],
  'a service imports a query': ['src/services/cap/q.ts', `export { x } from '@/queries/x'`],
  'a hook imports a component': ['src/hooks/cap/a.ts', `export { x } from '@/components/x'`],
  'a hook imports Supabase': ['src/hooks/cap/b.ts', `export { createClient } from '@supabase/supabase-js'`],
  'the app imports a service': ['src/app/a.ts', `export { x } from '@/services/x'`],
  'a service imports a hook': ['src/services/cap/a.ts', `export { x } from '@/hooks/x'`],
  'a service imports React': ['src/services/cap/b.ts', `export { useState } from 'react'`],
  'a rule imports a service': ['src/domain/cap/a.ts', `export { x } from '@/services/x'`],
  'a rule imports lib': ['src/domain/cap/b.ts', `export { x } from '@/lib/x'`],
  'a rule imports zod outside a schema': ['src/domain/cap/c.ts', `export * as z from 'zod/mini'`],
  'a rule imports React': ['src/domain/cap/d.ts', `export { useState } from 'react'`],
  'a text imports a rule': ['src/texts/cap/a.ts', `export { x } from '@/domain/x'`],
  'lib imports a rule': ['src/lib/cap/a.ts', `export { x } from '@/domain/x'`],
  'the app imports the build': ['src/app/b.ts', `export { x } from '@/build/x'`],
  'the build imports a page': ['src/build/a.ts', `export { x } from '../pages/a/x.tsx'`],
  'the build imports a service': ['src/build/b.ts', `export { x } from '../services/x.ts'`],
  'the build imports by an alias that Node does not know': [
    'src/build/c.ts',
    `export { x } from '@/domain/x'`,
  ],
} as const

/** Imports that must stay allowed. */
const ALLOWED = {
  'a page imports hooks, components, domain, texts, lib and its own folder': [
    'src/pages/ok/a.ts',
    `export { a } from '@/hooks/a'\nexport { b } from '@/components/b'\nexport { c } from '@/domain/c'\nexport { d } from '@/texts/d'\nexport { e } from '@/lib/e'\nexport { f } from './f'`,
  ],
  'a page imports only a type of a service': [
    'src/pages/ok/d.ts',
    `import { type Y } from '@/services/y'\nexport type { X } from '@/services/x'\nexport type Z = Y`,
  ],
  'a room imports its page by a relative path': [
    'src/pages/ok/room/a.ts',
    `export { x } from '../f'\nexport { y } from '@/queries/y'`,
  ],
  'the telling takes out what a write did': [
    'src/hooks/effects/tell.ts',
    `export { opened } from '@/domain/credits/opened'`,
  ],
  'a rule imports another capability': [
    'src/domain/cap/ok.ts',
    `export { x } from '../other/x'\nexport { y } from '@/domain/other/y'`,
  ],
  'a schema imports zod': ['src/domain/cap/ok.schema.ts', `export * as z from 'zod/mini'`],
  'a service imports Supabase': [
    'src/services/cap/ok.ts',
    `export { createClient } from '@supabase/supabase-js'`,
  ],
  'the build imports domain, texts and lib': [
    'src/build/ok.ts',
    `export { a } from '../domain/a.ts'\nexport { b } from '../texts/b.ts'\nexport { c } from '../lib/c.ts'`,
  ],
} as const

let refused: string[]
beforeAll(async () => {
  refused = await lintPlanted('no-restricted-imports', [
    ...Object.values(VIOLATIONS),
    ...Object.values(ALLOWED),
  ])
})

describe('the import rule of docs/architecture.md', () => {
  it.each(Object.entries(VIOLATIONS))('refuses: %s', (_name, [file]) => {
    expect(refused).toContain(file)
  })

  it.each(Object.entries(ALLOWED))('allows: %s', (_name, [file]) => {
    expect(refused).not.toContain(file)
  })
})
