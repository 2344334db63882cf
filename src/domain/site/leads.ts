import { LEAD_SPORTS, type LEAD_COUNTRIES, type LEAD_HEARD_FROM } from '@/domain/shared/constants'

/**
 * The beta lead form (docs/product.md, 'Lead form'). English asks for the country; Portuguese is for Brazil.
 */

export type LeadLanguage = 'en' | 'pt'

/** What is left in `racketleads`; country and heard-from are what was typed when 'Other'. */
export interface Lead {
  name: string
  email: string
  /** With its country code: '+' and digits. */
  phone: string
  country: string
  sports: string[]
  heard_from: string
  language: LeadLanguage
}

/** The fields as the form holds them; '' is empty. */
export interface LeadForm {
  name: string
  email: string
  phone: string
  country: string
  countryOther: string
  sports: string[]
  sportsOther: string
  heardFrom: string
  heardFromOther: string
}

const BRAZIL = 'Brazil' satisfies (typeof LEAD_COUNTRIES)[number]
export const OTHER_COUNTRY = 'Other' satisfies (typeof LEAD_COUNTRIES)[number]
export const OTHER_HEARD_FROM = 'other' satisfies (typeof LEAD_HEARD_FROM)[number]

/** The language of an address: 'pt' is Portuguese, anything else English. */
export const leadLanguage = (lang: string | undefined): LeadLanguage => (lang === 'pt' ? 'pt' : 'en')

/** What the form starts with, and what it is reset to: country Brazil in Portuguese, none in English. */
export function emptyLead(language: LeadLanguage): LeadForm {
  return {
    name: '',
    email: '',
    phone: '',
    sports: [],
    sportsOther: '',
    heardFrom: '',
    heardFromOther: '',
    ...emptyCountry(language),
  }
}

/** What the country becomes when the language is switched. */
export const emptyCountry = (language: LeadLanguage): Pick<LeadForm, 'country' | 'countryOther'> => ({
  country: language === 'pt' ? BRAZIL : '',
  countryOther: '',
})

/** The row of a valid form. A typed sport comes after the ticked ones. */
export function leadOf(form: LeadForm, language: LeadLanguage): Lead {
  const { name, email, phone, sportsOther } = form
  const sports: string[] = LEAD_SPORTS.filter((sport) => form.sports.includes(sport))
  return {
    name,
    email,
    phone,
    country: country(form, language),
    sports: sportsOther === '' ? sports : [...sports, sportsOther],
    heard_from: form.heardFrom === OTHER_HEARD_FROM ? form.heardFromOther : form.heardFrom,
    language,
  }
}

function country(form: LeadForm, language: LeadLanguage): string {
  if (language === 'pt') return BRAZIL
  return form.country === OTHER_COUNTRY ? form.countryOther : form.country
}
