import { DEFAULT_COUNTRY_CODE, LEAD_PHONE_MIN_DIGITS } from '@/core/constants'
import type { LeadLanguage } from './leads'

/**
 * The phone of a lead (docs/product.md, 'Lead form'): '+' and digits. Unlike in phones.ts the plus is kept, and
 * English accepts any country.
 */

/** E.164, including country code. */
const MAX_DIGITS = 15
const BRAZIL = '55'
/** Area code and nine-digit mobile number. */
const LOCAL_DIGITS = 11

/**
 * Normalises the field while typing or pasting: only '+' and digits, with '+55' (Portuguese) or '+' (English) in
 * front. A complete number pasted after the prefix replaces it.
 */
export function typedLeadPhone(text: string, language: LeadLanguage): string {
  const last = text.slice(Math.max(0, text.lastIndexOf('+')))
  const digits = last.replace(/\D/g, '')
  if (language === 'en') return text.trim() === '' ? '' : `+${digits}`
  return DEFAULT_COUNTRY_CODE + withoutCountry(digits, last.startsWith('+'))
}

/**
 * Strips Brazil's country code. Without a plus, 55 counts as country code only if the number is too long to have area
 * code 55. A doubled code comes from pasting after the prefix.
 */
function withoutCountry(digits: string, plus: boolean): string {
  const isWhole = digits.length > LOCAL_DIGITS
  const local = digits.startsWith(BRAZIL) && (plus || isWhole) ? digits.slice(BRAZIL.length) : digits
  return local.startsWith(BRAZIL) && local.length > LOCAL_DIGITS ? local.slice(BRAZIL.length) : local
}

/** On focus, an empty Portuguese field gets '+55'. */
export function focusedLeadPhone(text: string, language: LeadLanguage): string {
  return text === '' && language === 'pt' ? DEFAULT_COUNTRY_CODE : text
}

/** On blur, a field with only its prefix becomes empty. */
export function blurredLeadPhone(text: string): string {
  return text === DEFAULT_COUNTRY_CODE || text === '+' ? '' : text
}

/** What is wrong with a phone; null when valid. */
export function leadPhoneProblem(
  text: string,
  language: LeadLanguage,
): 'required' | 'invalid' | 'long' | null {
  if (blurredLeadPhone(text) === '') return 'required'
  const prefix = language === 'pt' ? DEFAULT_COUNTRY_CODE : '+'
  const digits = text.slice(prefix.length)
  if (!text.startsWith(prefix) || !/^\d+$/.test(digits)) return 'invalid'
  if (digits.length < LEAD_PHONE_MIN_DIGITS[language]) return 'invalid'
  return text.length - 1 > MAX_DIGITS ? 'long' : null
}
