/** Particles that join Brazilian names and are no names themselves. */
const PARTICLES = new Set(['de', 'da', 'do', 'das', 'dos', 'e', 'di', 'del', 'von', 'van'])

const words = (name: string): string[] => name.trim().split(/\s+/).filter(Boolean)

const first = (text: string): string => (Array.from(text)[0] ?? '').toLocaleUpperCase('pt-BR')

/** First name plus the initials of the other names: 'Marina Costa' is 'Marina C.'. */
export function shortName(name: string): string {
  const [given = '', ...others] = words(name)
  const initials = others
    .filter((word) => !PARTICLES.has(word.toLocaleLowerCase('pt-BR')))
    .map((word) => `${first(word)}.`)
  return [given, ...initials].join(' ')
}

/** The letter of an avatar; '?' without a name. */
export function initial(name: string): string {
  return first(name.trim()) || '?'
}

/** The signed-in user's name: from the metadata, else the email before the at-sign, else 'Usuário' (docs/product.md, 'Shell'). */
export function userDisplayName(
  metadata: { name?: unknown } | null | undefined,
  email: string | null | undefined,
): string {
  const name = typeof metadata?.name === 'string' ? metadata.name.trim() : ''
  return name || email?.split('@')[0]?.trim() || 'Usuário'
}

/** A name as part of a file's name: 'João d’Ávila' is 'joao-d-avila'; '' when nothing of it can stand there. */
export function fileNamePart(name: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
  return (
    plain
      .match(/[a-z0-9]+/g)
      ?.join('-')
      .slice(0, 40)
      .replace(/-$/, '') ?? ''
  )
}
