/** Particles of names, which get no initial. */
const PARTICLES = new Set(['de', 'da', 'do', 'das', 'dos', 'e', 'di', 'del', 'von', 'van'])

const words = (name: string): string[] => name.trim().split(/\s+/).filter(Boolean)

const first = (text: string): string => (Array.from(text)[0] ?? '').toLocaleUpperCase('pt-BR')

export const firstName = (name: string): string => words(name)[0] ?? ''

/** First name plus initials: 'Marina Costa' becomes 'Marina C.'. Signs get no initial: 'Ana & Bia' becomes 'Ana B.'. */
export function shortName(name: string): string {
  const [given = '', ...others] = words(name)
  const initials = others
    .filter((word) => /[\p{L}\p{N}]/u.test(word) && !PARTICLES.has(word.toLocaleLowerCase('pt-BR')))
    .map((word) => `${first(word)}.`)
  return [given, ...initials].join(' ')
}

/** The letter of an avatar; '?' for an empty name. */
export const initial = (name: string): string => first(name.trim()) || '?'

/** The coach's displayed name (docs/product.md, 'Shell'). */
export function userDisplayName(
  metadata: { name?: unknown } | null | undefined,
  email: string | null | undefined,
): string {
  const name = typeof metadata?.name === 'string' ? metadata.name.trim() : ''
  return name || email?.split('@')[0]?.trim() || 'Usuário'
}

/** In lower case and without accents. */
export const unaccented = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()

/** A name for use in a file name: 'João d’Ávila' becomes 'joao-d-avila'; '' if nothing remains. */
export const fileNamePart = (name: string): string =>
  unaccented(name)
    .match(/[a-z0-9]+/g)
    ?.join('-')
    .slice(0, 40)
    .replace(/-$/, '') ?? ''
