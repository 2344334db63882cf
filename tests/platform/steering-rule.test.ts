import { beforeAll, describe, expect, it } from 'vitest'
import { lintPlanted } from './planted'

const FROM_TEXTS = `import { MESSAGES } from '@/students/texts'\n`
const REST = '      return 1\n    default:\n      return 2\n  }\n}'

/** One file for each way in which a text could decide what the code does. */
const VIOLATIONS = {
  'a message compared with a text':
    FROM_TEXTS + 'export const x = (r: { message: string }) => r.message === MESSAGES.a.b',
  'a message compared with any other value': `export const x = (r: { message: string }, y: string) => r.message !== y`,
  'a message that was taken out of its result':
    "export const x = ({ message }: { message: string }) => message === 'Erro'",
  'the messages of two rows compared':
    'export const x = (a: { message: string }, b: { message: string }) => a.message !== b.message',
  'an optional message': `export const x = (e: { f?: { message: string } }, y: string) => e.f?.message === y`,
  'a value compared with a text': `${FROM_TEXTS}export const x = (what: string) => what === MESSAGES.a.b`,
  'a value compared with a part of the texts':
    FROM_TEXTS + 'const texts = MESSAGES.a\nexport const x = (what: string) => what === texts.b',
  'a value compared with a text taken apart':
    FROM_TEXTS + 'const { service: words } = MESSAGES.a\nexport const x = (what: string) => words.b !== what',
  'a value compared with a text that is made':
    FROM_TEXTS + 'export const x = (what: string) => what === MESSAGES.a.b(3)',
  'a switch over a message':
    `export function x(r: { message: string }) {\n  switch (r.message) {\n    case 'a':\n` + REST,
  'a switch with a text as a case':
    FROM_TEXTS + 'export function x(what: string) {\n  switch (what) {\n    case MESSAGES.a.b:\n' + REST,
  'a word looked for in a message': `export const x = (r: { message: string }) => r.message.includes('expired')`,
  'a message looked for among texts':
    FROM_TEXTS + 'export const x = (r: { message: string }) => [MESSAGES.a.b].includes(r.message)',
  'a pattern tried on a message': `export const x = (r: { message: string }) => /network/.test(r.message)`,
} as const

const ALLOWED = {
  'asking whether there is a message':
    "export const x = (r: { message?: string }) => r.message !== undefined && r.message !== ''",
  'asking what kind of value it is': `export const x = (r: { message?: unknown }) => typeof r.message === 'string'`,
  'comparing a code': `export const x = (r: { code: string }) => r.code === 'overtaken'`,
  'showing a text by what was decided':
    FROM_TEXTS +
    "export const x = (r: { code: string; message: string }) => (r.code === 'server' ? MESSAGES.a.b : r.message)",
  'a type of a text': `import type { T } from '@/students/texts'\nexport const x = (T: T, y: T) => T === y`,
} as const

const plant = (cases: Readonly<Record<string, string>>, name: string) =>
  Object.values(cases).map((text, at): [string, string] => [`src/students/${name}/${at}.ts`, text])

let refused: string[]
beforeAll(async () => {
  refused = await lintPlanted('no-steering-by-text', [
    ...plant(VIOLATIONS, 'violations'),
    ...plant(ALLOWED, 'allowed'),
  ])
})

describe('what happens is not decided by a text', () => {
  it.each(Object.keys(VIOLATIONS).map((name, at) => [name, at]))('refuses: %s', (_name, at) => {
    expect(refused).toContain(`src/students/violations/${at}.ts`)
  })
  it.each(Object.keys(ALLOWED).map((name, at) => [name, at]))('allows: %s', (_name, at) => {
    expect(refused).not.toContain(`src/students/allowed/${at}.ts`)
  })
})
