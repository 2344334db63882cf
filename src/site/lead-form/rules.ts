import {
  LEAD_SPORTS,
  type LEAD_COUNTRIES,
  type LEAD_HEARD_FROM,
  DEFAULT_COUNTRY_CODE,
  LEAD_PHONE_MIN_DIGITS,
} from '@/core/constants'
import type { LeadDraft } from './schema'

/** The beta lead form (docs/product.md, 'Lead form'). */

export type LeadLanguage = 'en' | 'pt'

/** A row of `racketleads`; `country` and `heard_from` hold the typed text if 'Other' was chosen. */
export interface Lead {
  name: string
  email: string
  /** '+' and digits, country code first. */
  phone: string
  country: string
  sports: string[]
  heard_from: string
  language: LeadLanguage
}

/** The form's values; '' is empty. */
export type LeadForm = LeadDraft['form']

const BRAZIL = 'Brazil' satisfies (typeof LEAD_COUNTRIES)[number]
export const OTHER_COUNTRY = 'Other' satisfies (typeof LEAD_COUNTRIES)[number]
export const OTHER_HEARD_FROM = 'other' satisfies (typeof LEAD_HEARD_FROM)[number]

/** 'pt' is Portuguese, anything else English (docs/product.md, 'Routes'). */
export const leadLanguage = (lang: string | undefined): LeadLanguage => (lang === 'pt' ? 'pt' : 'en')

/** The initial form: Brazil in Portuguese, no country in English. */
export const emptyLead = (language: LeadLanguage): LeadForm => ({
  name: '',
  email: '',
  phone: '',
  sports: [],
  sportsOther: '',
  heardFrom: '',
  heardFromOther: '',
  ...emptyCountry(language),
})

/** The country after a switch of the language. */
export const emptyCountry = (language: LeadLanguage): Pick<LeadForm, 'country' | 'countryOther'> => ({
  country: language === 'pt' ? BRAZIL : '',
  countryOther: '',
})

/** Storing leaves out what a spreadsheet would run (docs/product.md, 'Lead form'): of these nothing is left to see. */
export const NOTHING = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800=+@＝＋＠－-]*$/u

/** The row of a valid form. A typed sport is appended to the ticked ones; '-' is none. */
export function leadOf(form: LeadForm, language: LeadLanguage): Lead {
  const { name, email, phone, sportsOther } = form
  const sports: string[] = LEAD_SPORTS.filter((sport) => form.sports.includes(sport))
  return {
    name,
    email,
    phone,
    country: country(form, language),
    sports: NOTHING.test(sportsOther) ? sports : [...sports, sportsOther],
    heard_from: form.heardFrom === OTHER_HEARD_FROM ? form.heardFromOther : form.heardFrom,
    language,
  }
}

function country(form: LeadForm, language: LeadLanguage): string {
  if (language === 'pt') return BRAZIL
  return form.country === OTHER_COUNTRY ? form.countryOther : form.country
}

/**
 * The phone of a lead (docs/product.md, 'Lead form'): '+' and digits. Unlike phones.ts these rules keep the plus, and
 * in English accept any country.
 */

/** E.164, country code included. */
const MAX_DIGITS = 15
const BRAZIL_CODE = '55'
/** Area code and nine-digit mobile number. */
const LOCAL_DIGITS = 11

/**
 * Normalises the field while typing or pasting: only '+' and digits, with '+55' (Portuguese) or '+' (English) in front.
 * A complete number pasted after the prefix replaces it.
 */
export function typedLeadPhone(text: string, language: LeadLanguage): string {
  const last = text.slice(Math.max(0, text.lastIndexOf('+')))
  const digits = last.replace(/\D/g, '')
  if (language === 'en') return text.trim() === '' ? '' : `+${withoutZeros(digits)}`
  return DEFAULT_COUNTRY_CODE + withoutCountry(digits, last.startsWith('+'))
}

/**
 * Strips Brazil's country code. Without a plus, 55 counts as the country code only if the number is too long for 55 to
 * be its area code. A doubled code comes from pasting after the prefix.
 */
function withoutCountry(typed: string, plus: boolean): string {
  const digits = withoutZeros(typed)
  const isWhole = digits.length > LOCAL_DIGITS
  const local = withoutZeros(
    digits.startsWith(BRAZIL_CODE) && (plus || isWhole) ? digits.slice(BRAZIL_CODE.length) : digits,
  )
  return local.startsWith(BRAZIL_CODE) && local.length > LOCAL_DIGITS
    ? withoutZeros(local.slice(BRAZIL_CODE.length))
    : local
}

/** Zeros in front dial to another area or abroad: no country code and no area code begins with one. */
const withoutZeros = (digits: string): string => digits.replace(/^0+/, '')

/** On focus, an empty Portuguese field gets '+55'. */
export const focusedLeadPhone = (text: string, language: LeadLanguage): string =>
  text === '' && language === 'pt' ? DEFAULT_COUNTRY_CODE : text

/** On blur, a field with only its prefix becomes empty. */
export const blurredLeadPhone = (text: string): string =>
  text === DEFAULT_COUNTRY_CODE || text === '+' ? '' : text

/** What is wrong with a phone; null if it is valid. */
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
