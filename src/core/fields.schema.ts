import * as z from 'zod/mini'
import { COMMON_MESSAGES, CONTACT_MESSAGES } from './common-texts'
import { FIRST_DAY, LAST_DAY, LENGTHS } from './constants'
import { isLocalDate } from './dates'
import { isPhone } from './phones'
import { parsePrice } from './prices'
import { characters, minCharacters, reportProblem, trimmed } from './text.schema'

export { minCharacters, reportProblem, trimmed }

/** Building blocks of the coach's form schemas. Form values are strings, and '' means empty. */

export const maxCharacters = (max: number, message: string = COMMON_MESSAGES.tooLong(max)) =>
  z.refine<string>((text) => characters(text) <= max, message)

export const optionalText = (max: number, message?: string) => trimmed().check(maxCharacters(max, message))

export const requiredText = (required: string, max: number) =>
  trimmed().check(minCharacters(1, required), maxCharacters(max))

const EMAIL = z.email()

const emailChecks = [
  z.refine<string>((text) => text === '' || z.safeParse(EMAIL, text).success, CONTACT_MESSAGES.emailInvalid),
  maxCharacters(LENGTHS.email, CONTACT_MESSAGES.emailLong),
] as const

export const optionalEmail = () => trimmed().check(...emailChecks)
export const requiredEmail = () =>
  trimmed().check(minCharacters(1, CONTACT_MESSAGES.emailRequired), ...emailChecks)

/** Keeps its mask; the service normalises it. */
export const optionalPhone = () =>
  trimmed().check(
    z.refine<string>((text) => text === '' || isMaskedPhone(text), CONTACT_MESSAGES.phoneInvalid),
  )

export const requiredPhone = () => optionalPhone().check(minCharacters(1, CONTACT_MESSAGES.phoneRequired))

const isMaskedPhone = (text: string): boolean => text.length <= LENGTHS.maskedPhone && isPhone(text)

/** Accepts one of `values`; anything else, '' (nothing chosen) included, gets `message`. */
export function choice<const V extends string>(values: readonly V[], message: string) {
  const isValue = (text: string): text is V => values.some((value) => value === text)
  return z.pipe(
    z.string().check(z.refine(isValue, message)),
    z.transform((text: string): V => {
      if (!isValue(text)) throw new RangeError(`Not one of the values: '${text}'`)
      return text
    }),
  )
}

/** A day within the limits: while the year is typed, the input reports years such as 0002. */
export const requiredDay = (required: string) =>
  z.string().check(reportProblem((text) => dayProblem(text, required)))

/** What is wrong with a typed day; null when valid. */
export function dayProblem(text: string, required: string): string | null {
  if (isLocalDate(text) && text >= FIRST_DAY && text <= LAST_DAY) return null
  return text === '' ? required : COMMON_MESSAGES.wrongDay
}

interface NumberRules {
  min: number
  max: number
  /** Also the message for '' and for text that is not a number. */
  tooSmall: string
  tooLarge: string
  notWhole: string
}

const WHOLE = /^[+-]?\d+$/
const DECIMAL = /^[+-]?\d+[.,]\d+$/

/** What is wrong with a typed whole number; null when valid. */
export function wholeNumberProblem(text: string, rules: NumberRules): string | null {
  const typed = text.trim()
  if (DECIMAL.test(typed)) return rules.notWhole
  if (!WHOLE.test(typed) || Number(typed) < rules.min) return rules.tooSmall
  return Number(typed) > rules.max ? rules.tooLarge : null
}

interface PriceRules {
  min: number
  max: number
  /** The message for ''; null if an empty price means 0. */
  required: string | null
  notNumber: string
  tooSmall: string
  tooLarge: string
}

/** A typed price in BRL ('1.234,56'), parsed to a number. */
export const price = (rules: PriceRules) =>
  z.pipe(
    z.string().check(
      reportProblem((text) => {
        if (text.trim() === '') return rules.required
        const value = parsePrice(text)
        if (value === null) return rules.notNumber
        if (value < rules.min) return rules.tooSmall
        return value > rules.max ? rules.tooLarge : null
      }),
    ),
    z.transform((text: string) => parsePrice(text) ?? 0),
  )
