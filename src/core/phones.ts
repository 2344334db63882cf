import { DEFAULT_COUNTRY_CODE, LENGTHS } from './constants'

/**
 * docs/product.md, 'Phones'. Stored: digits only, country code first. Typed: '(11) 98765-4321' for Brazil; with '+' and
 * another country code the digits stay as typed.
 */

const LOCAL_DIGITS = 11
/** E.164 allows at most 15 digits. No country has fewer than 8, its country code included. */
const DIGITS = { min: 8, max: 15 } as const
const BRAZIL = '55'

const digitsOf = (text: string): string => text.replace(/\D/g, '')

function grouped(local: string): string {
  if (local.length <= 2) return local
  // '(AA) ' and the number. From 8 local digits on, the number is split 5-4 instead of 4-4.
  return `(${local.slice(0, 2)}) ${local.slice(2, 7)}${local.length > 7 ? '-' : ''}${local.slice(7)}`
}

/** Decides by the number's own country code if the number starts with '+', else by `countryCode`. */
function isBrazilian(text: string, countryCode: string): boolean {
  const trimmed = text.trim()
  return trimmed.startsWith('+') ? trimmed.startsWith('+55') : digitsOf(countryCode) === BRAZIL
}

/**
 * Brazil's zeros in front dial to another area or abroad; no area code begins with one. That of 0800, or 0300, is a
 * digit of the number, and while it is typed it may become one.
 */
const withoutZeros = (digits: string): string => digits.replace(/^0+(?!$|[3589](00|0?$))/, '')

/**
 * Masks a phone while it is typed: at most 11 digits, as '(AA) NNNNN-NNNN'. A pasted +55 number loses its country code;
 * numbers of other countries, and any with another code beside the field, stay as typed.
 */
export function maskPhone(text: string, countryCode: string = DEFAULT_COUNTRY_CODE): string {
  const trimmed = text.trim()
  const digits = digitsOf(trimmed)
  const plus = trimmed.startsWith('+')
  if (digitsOf(countryCode) !== BRAZIL || !isBrazilian(trimmed, countryCode)) {
    return `${plus ? '+' : ''}${digits}`.slice(0, LENGTHS.maskedPhone)
  }
  const dialled = withoutZeros(digits)
  // Typing stops at 11 digits, so 13 digits were pasted. In shorter input a leading 55 is the area code.
  const hasCode = plus || (dialled.length > 12 && dialled.startsWith(BRAZIL))
  const local = withoutZeros(hasCode ? dialled.slice(BRAZIL.length) : dialled)
  // '+55' alone is still being typed. Without its '+' it would look like area code 55.
  return plus && local === '' ? `+${digits}` : grouped(local.slice(0, LOCAL_DIGITS))
}

/** The digits to store (docs/product.md, 'Phones'); '' stays ''. */
export function normalizePhone(text: string, countryCode: string = DEFAULT_COUNTRY_CODE): string {
  const digits = digitsOf(text)
  if (digits === '') return ''
  if (!isBrazilian(text, countryCode)) {
    return text.trim().startsWith('+') ? digits : digitsOf(countryCode) + digits
  }
  if (digits.startsWith(BRAZIL) && digits.length === 13) return digits
  if (digits.length === 11) return BRAZIL + digits
  // Ten digits: the number dates from before mobiles got a ninth digit.
  if (digits.length === 10) return `${BRAZIL}${digits.slice(0, 2)}9${digits.slice(2)}`
  return digits.startsWith(BRAZIL) ? digits : BRAZIL + digits
}

/** False if, once normalised, the number is too short or too long to exist. */
export function isPhone(text: string, countryCode: string = DEFAULT_COUNTRY_CODE): boolean {
  const stored = normalizePhone(text, countryCode)
  if (isBrazilian(text, countryCode)) return stored.length === 12 || stored.length === 13
  return stored.length >= DIGITS.min && stored.length <= DIGITS.max
}

/**
 * A Brazilian number without its country code: a mobile of the areas 11 to 29, or a landline of 11 to 19. The app
 * stores none, but rows may come from elsewhere. In other areas it could be a number of another country, which the app
 * does store: shown without its '+', it would be sent again as one of Brazil.
 */
const LOCAL_NUMBER = /^([12][1-9]9\d{8}|1[1-9][2-5]\d{7})$/

/** A stored phone for reading: '' for none, a Brazilian one without its country code, any other as '+digits'. */
export function displayPhone(stored: string | null | undefined): string {
  const digits = digitsOf(stored ?? '')
  if (digits === '') return ''
  if (!digits.startsWith(BRAZIL) && !LOCAL_NUMBER.test(digits)) return `+${digits}`
  return grouped((digits.length >= 12 ? digits.slice(BRAZIL.length) : digits).slice(0, LOCAL_DIGITS))
}

/** The WhatsApp address of a stored phone; null without a phone. */
export function chatLink(stored: string | null | undefined): string | null {
  const digits = digitsOf(stored ?? '')
  return digits === '' ? null : `https://wa.me/${digits}`
}
