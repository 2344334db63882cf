import { DEFAULT_COUNTRY_CODE, LENGTHS } from './constants'

/**
 * Phones (spec §5, product.md). Stored: digits only, country code first. Typed: '(11) 98765-4321' for Brazil; a
 * number that starts with '+' and another country code keeps its digits.
 */

const LOCAL_DIGITS = 11
/** E.164 allows 15 digits; no country has numbers of fewer than 8, country code included. */
const DIGITS = { min: 8, max: 15 } as const
const BRAZIL = '55'

const digitsOf = (text: string): string => text.replace(/\D/g, '')

function grouped(local: string): string {
  if (local.length <= 2) return local
  const number = local.slice(2)
  // '(AA) ' and the number; past 7 digits in all, the number is split 5 and 4.
  return `(${local.slice(0, 2)}) ${local.length > 7 ? `${number.slice(0, 5)}-${number.slice(5)}` : number}`
}

/** The country code that rules a typed number: its own when it starts with '+', else the one beside the field. */
function isBrazilian(text: string, countryCode: string): boolean {
  const trimmed = text.trim()
  return trimmed.startsWith('+') ? trimmed.startsWith('+55') : digitsOf(countryCode) === BRAZIL
}

/**
 * What a phone field shows while a number is typed: at most 11 digits as '(AA) NNNNN-NNNN'. A pasted +55 number
 * loses its country code; a '+' and another country's digits stay as they are.
 */
export function maskPhone(text: string, countryCode: string = DEFAULT_COUNTRY_CODE): string {
  const trimmed = text.trim()
  const digits = digitsOf(trimmed)
  const plus = trimmed.startsWith('+')
  if (!isBrazilian(trimmed, countryCode)) {
    return `${plus ? '+' : ''}${digits}`.slice(0, LENGTHS.maskedPhone)
  }
  if (plus) {
    // '+55' alone is still being typed: without its plus it would be an area code.
    const local = digits.slice(BRAZIL.length)
    return local === '' ? `+${digits}` : grouped(local.slice(0, LOCAL_DIGITS))
  }
  // 13 digits come from a paste alone: typing stops at 11. So an area code 55 is never taken for the country.
  const local = digits.length > 12 && digits.startsWith(BRAZIL) ? digits.slice(BRAZIL.length) : digits
  return grouped(local.slice(0, LOCAL_DIGITS))
}

/** The digits that are stored and sent (spec §5, 'Normalising for sending'); '' stays ''. */
export function normalizePhone(text: string, countryCode: string = DEFAULT_COUNTRY_CODE): string {
  const digits = digitsOf(text)
  if (digits === '') return ''
  if (!isBrazilian(text, countryCode)) {
    return text.trim().startsWith('+') ? digits : digitsOf(countryCode) + digits
  }
  if (digits.startsWith(BRAZIL) && digits.length === 13) return digits
  if (digits.length === 11) return BRAZIL + digits
  // Ten digits are a number from before the ninth digit.
  if (digits.length === 10) return `${BRAZIL}${digits.slice(0, 2)}9${digits.slice(2)}`
  return digits.startsWith(BRAZIL) ? digits : BRAZIL + digits
}

/** False for a number too short (or too long) to exist, as it would be stored: 'Telefone inválido'. */
export function isPhone(text: string, countryCode: string = DEFAULT_COUNTRY_CODE): boolean {
  const stored = normalizePhone(text, countryCode)
  if (isBrazilian(text, countryCode)) return stored.length === 12 || stored.length === 13
  return stored.length >= DIGITS.min && stored.length <= DIGITS.max
}

/**
 * Digits that are a Brazilian number without its country code: area code, then a mobile's 9 or a landline's 2 to 5.
 * The app stores none, but rows may come from elsewhere.
 */
const LOCAL_NUMBER = /^[1-9]{2}(9\d{8}|[2-5]\d{7})$/

/** A stored phone for reading: '' for none, Brazil's without its country code, another country's as '+digits'. */
export function displayPhone(stored: string | null | undefined): string {
  const digits = digitsOf(stored ?? '')
  if (digits === '') return ''
  if (!digits.startsWith(BRAZIL) && !LOCAL_NUMBER.test(digits)) return `+${digits}`
  return grouped((digits.length >= 12 ? digits.slice(BRAZIL.length) : digits).slice(0, LOCAL_DIGITS))
}

/** The address that opens a chat with a stored phone, digits only; null without a phone. */
export function chatLink(stored: string | null | undefined): string | null {
  const digits = digitsOf(stored ?? '')
  return digits === '' ? null : `https://wa.me/${digits}`
}
