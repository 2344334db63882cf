/** What the student's page says at once, apart from what it loads on a tap. */
export const PUBLIC_AGREEMENT = {
  title: 'Combinados',
  since: (day: string) => `Vale desde ${day}`,
  from: (day: string) => `Vale a partir de ${day}`,
} as const
