import * as z from 'zod/mini'

/** Shared by all forms, public ones included. Importing messages here would add the coach's texts to public pages. */

/** Counts characters as Postgres does: an emoji is one. */
export const characters = (text: string): number => Array.from(text).length

export const minCharacters = (min: number, message: string) =>
  z.refine<string>((text) => characters(text) >= min, message)

/**
 * Removes what Postgres cannot store (NUL, unpaired surrogates), which would fail the whole form, and bidirectional
 * control characters, which could reorder the text around a name. NEL, which Postgres refuses around a name and `trim`
 * would leave, is a space: a field of one line would join the words of two.
 */
const storable = z.overwrite<string>((text) =>
  text
    .replaceAll('\0', '')
    .replaceAll('\u0085', ' ')
    .replace(/\p{Surrogate}/gu, '')
    .replace(/[\u202A-\u202E\u2066-\u2069]/g, ''),
)

/** The same characters as `private.is_seen` of the database. */
const UNSEEN = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*$/u

/** Turns a text of invisible characters alone, such as zero-width spaces, into ''. */
const seen = z.overwrite<string>((text) => (UNSEEN.test(text) ? '' : text))

/** A trimmed, storable string; '' is valid, and stands for a text that nobody can see. */
export const trimmed = () => z.string().check(storable, z.trim(), seen)

/** Adds the message that `find` returns as an issue; null means valid. */
export const reportProblem = (find: (text: string) => string | null) =>
  z.check<string>(({ value, issues }) => {
    const message = find(value)
    if (message !== null) issues.push({ code: 'custom', input: value, message, continue: true })
  })
