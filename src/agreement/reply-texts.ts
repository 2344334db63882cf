/** Who told that a student comes, or does not come. */
export const SAID_BY = { student: 'pelo link', coach: 'anotado pelo professor' } as const

/** The title of the combinados, and since when they hold. */
export const PUBLIC_AGREEMENT = {
  title: 'Combinados',
  since: (day: string) => `Vale desde ${day}`,
  from: (day: string) => `Vale a partir de ${day}`,
} as const
