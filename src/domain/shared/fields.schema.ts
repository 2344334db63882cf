import * as z from 'zod/mini'
import { MESSAGES } from '@/texts/shared/messages'
import { FIRST_DAY, LENGTHS } from './constants'
import { isLocalDate } from './dates'
import { isPhone } from './phones'
import { parsePrice } from './prices'
import { characters, minCharacters, reportProblem, trimmed } from './text.schema'

export { minCharacters, reportProblem, trimmed }

/**
 * The fields that the coach's forms are made of. A form holds text, and '' is empty: numbers are typed texts that become
 * numbers when they are valid.
 */

export const maxCharacters = (max: number, message: string = MESSAGES.common.tooLong(max)) =>
  z.refine<string>((text) => characters(text) <= max, message)

export const optionalText = (max: number, message?: string) => trimmed().check(maxCharacters(max, message))

export const requiredText = (required: string, max: number, tooLong?: string) =>
  trimmed().check(minCharacters(1, required), maxCharacters(max, tooLong))

const { form: authForm } = MESSAGES.auth
const EMAIL = z.email()

const emailChecks = [
  z.refine<string>((text) => text === '' || z.safeParse(EMAIL, text).success, authForm.emailInvalid),
  maxCharacters(LENGTHS.email, authForm.emailLong),
] as const

export const optionalEmail = () => trimmed().check(...emailChecks)
export const requiredEmail = () => trimmed().check(minCharacters(1, authForm.emailRequired), ...emailChecks)

/** A masked phone. It stays as typed; the service makes it digits. */
export const optionalPhone = () =>
  trimmed().check(z.refine<string>((text) => text === '' || isMaskedPhone(text), authForm.phoneInvalid))

export const requiredPhone = () => optionalPhone().check(minCharacters(1, authForm.phoneRequired))

const isMaskedPhone = (text: string): boolean => text.length <= LENGTHS.maskedPhone && isPhone(text)

/** One of the values; the form's '' (nothing chosen) and any other text get the message. */
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

/** A day from a date input; while a year is typed, it stands for one of the first centuries. */
export const requiredDay = (required: string) => z.string().check(z.refine(isRealDay, required))

const isRealDay = (text: string): boolean => isLocalDate(text) && text >= FIRST_DAY

interface NumberRules {
  min: number
  max: number
  /** Also for a text that is no number, and for ''. */
  tooSmall: string
  tooLarge: string
  notWhole: string
}

const WHOLE = /^[+-]?\d+$/
const DECIMAL = /^[+-]?\d+[.,]\d+$/

/** What is wrong with a typed whole number; null when it is right. */
export function wholeNumberProblem(text: string, rules: NumberRules): string | null {
  const typed = text.trim()
  if (DECIMAL.test(typed)) return rules.notWhole
  if (!WHOLE.test(typed) || Number(typed) < rules.min) return rules.tooSmall
  return Number(typed) > rules.max ? rules.tooLarge : null
}

interface PriceRules {
  min: number
  max: number
  /** For ''; null when an empty price means 0. */
  required: string | null
  notNumber: string
  tooSmall: string
  tooLarge: string
}

/** A typed price in BRL ('1.234,56') that becomes a number. */
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

/** The length of a password that is being set. */
export const NEW_PASSWORD = [
  minCharacters(LENGTHS.passwordMin, authForm.passwordShort),
  z.refine<string>(
    (text) => new TextEncoder().encode(text).length <= LENGTHS.passwordMaxBytes,
    authForm.passwordLong,
  ),
] as const
