import * as z from 'zod/mini'

/** What every form's text has in common, public ones included: nothing here brings the coach's messages along. */

/** As the database counts them, so an emoji is one. */
export const characters = (text: string): number => Array.from(text).length

export const minCharacters = (min: number, message: string) =>
  z.refine<string>((text) => characters(text) >= min, message)

/**
 * Postgres stores neither NUL nor half an emoji, and would refuse the whole form for one; our names hold no characters
 * that turn the writing direction of what follows them around.
 */
const storable = z.overwrite<string>((text) =>
  text
    .replaceAll('\0', '')
    .replace(/\p{Surrogate}/gu, '')
    .replace(/[\u202A-\u202E\u2066-\u2069]/g, ''),
)

/** Text without spaces around it, '' included. */
export const trimmed = () => z.string().check(storable, z.trim())

/** Reports the problem that `find` names, with its own text. */
export const reportProblem = (find: (text: string) => string | null) =>
  z.check<string>(({ value, issues }) => {
    const message = find(value)
    if (message !== null) issues.push({ code: 'custom', input: value, message, continue: true })
  })
