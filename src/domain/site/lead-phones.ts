import { DEFAULT_COUNTRY_CODE, LEAD_PHONE_MIN_DIGITS } from '@/domain/shared/constants'
import type { LeadLanguage } from './leads'

/**
 * The phone of a lead (docs/product.md, 'Lead form'): '+' and digits. Unlike a student's (phones.ts) it keeps its plus, and in
 * English it may be of any country.
 */

/** E.164 allows no more, country code included. */
const MAX_DIGITS = 15
const BRAZIL = '55'
/** Area code and the nine digits of a mobile phone. */
const LOCAL_DIGITS = 11

/**
 * What the field shows while a number is typed or pasted: no characters but '+' and digits, in Portuguese always with
 * +55 in front, in English always with '+'. A whole number pasted behind the prefix that is there takes its place.
 */
export function typedLeadPhone(text: string, language: LeadLanguage): string {
  const last = text.slice(Math.max(0, text.lastIndexOf('+')))
  const digits = last.replace(/\D/g, '')
  if (language === 'en') return text.trim() === '' ? '' : `+${digits}`
  return DEFAULT_COUNTRY_CODE + withoutCountry(digits, last.startsWith('+'))
}

/**
 * The digits behind Brazil's code. Without a plus, 55 is the country only when the number is too long for an area
 * code 55; doubled, it was pasted behind the one that was there. What is left of a damaged prefix is none of it.
 */
function withoutCountry(digits: string, plus: boolean): string {
  const isWhole = digits.length > LOCAL_DIGITS
  const local = digits.startsWith(BRAZIL) && (plus || isWhole) ? digits.slice(BRAZIL.length) : digits
  return local.startsWith(BRAZIL) && local.length > LOCAL_DIGITS ? local.slice(BRAZIL.length) : local
}

/** An empty field that gets the focus: +55 in Portuguese. */
export function focusedLeadPhone(text: string, language: LeadLanguage): string {
  return text === '' && language === 'pt' ? DEFAULT_COUNTRY_CODE : text
}

/** A field that is left with nothing but its prefix is empty. */
export function leftLeadPhone(text: string): string {
  return text === DEFAULT_COUNTRY_CODE || text === '+' ? '' : text
}

/** What is wrong with a phone; null when it can be left. */
export function leadPhoneProblem(
  text: string,
  language: LeadLanguage,
): 'required' | 'invalid' | 'long' | null {
  if (leftLeadPhone(text) === '') return 'required'
  const prefix = language === 'pt' ? DEFAULT_COUNTRY_CODE : '+'
  const digits = text.slice(prefix.length)
  if (!text.startsWith(prefix) || !/^\d+$/.test(digits)) return 'invalid'
  if (digits.length < LEAD_PHONE_MIN_DIGITS[language]) return 'invalid'
  return text.length - 1 > MAX_DIGITS ? 'long' : null
}
