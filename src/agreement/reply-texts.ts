/** By whom it was told that somebody comes, or not. */
export const SAID_BY = { student: 'pelo link', coach: 'anotado pelo professor' } as const

/** The rules of missed lessons, by name. */
export const PUBLIC_AGREEMENT = {
  title: 'Combinados',
  since: (day: string) => `Vale desde ${day}`,
  from: (day: string) => `Vale a partir de ${day}`,
} as const
