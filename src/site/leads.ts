import { LEAD_SPORTS, type LEAD_COUNTRIES, type LEAD_HEARD_FROM } from '@/core/constants'

/** The beta lead form (docs/product.md, 'Lead form'). */

export type LeadLanguage = 'en' | 'pt'

/** A row of `racketleads`; country and heard-from hold the typed text if 'Other' was chosen. */
export interface Lead {
  name: string
  email: string
  /** '+', country code and digits. */
  phone: string
  country: string
  sports: string[]
  heard_from: string
  language: LeadLanguage
}

/** Form values; '' is empty. */
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

/** 'pt' is Portuguese, anything else English (docs/product.md, 'Routes'). */
export const leadLanguage = (lang: string | undefined): LeadLanguage => (lang === 'pt' ? 'pt' : 'en')

/** The initial form: country Brazil in Portuguese, none in English. */
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

/** The country after switching the language. */
export const emptyCountry = (language: LeadLanguage): Pick<LeadForm, 'country' | 'countryOther'> => ({
  country: language === 'pt' ? BRAZIL : '',
  countryOther: '',
})

/** The row of a valid form. A typed sport is appended to the ticked ones. */
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
