import { describe, expect, it } from 'vitest'
import {
  emptyCountry,
  emptyLead,
  leadLanguage,
  leadOf,
  type LeadForm,
  type LeadLanguage,
} from '@/site/lead-form/rules'
import { checkLead } from '@/site/lead-form/schema'

const buildForm = (language: LeadLanguage, overrides: Partial<LeadForm> = {}): LeadForm => ({
  ...emptyLead(language),
  name: 'Joe Hill',
  email: 'joe@example.com',
  phone: language === 'pt' ? '+5511987654321' : '+12025550123',
  country: language === 'pt' ? 'Brazil' : 'USA',
  heardFrom: 'friends',
  ...overrides,
})

/** The message of each invalid field. */
function messages(language: LeadLanguage, overrides: Partial<LeadForm>): object {
  const checked = checkLead(buildForm(language, overrides), language)
  return checked.isValid ? {} : checked.problems
}

describe('the language of an address', () => {
  it.each([
    ['pt', 'pt'],
    ['en', 'en'],
    ['fr', 'en'],
    ['PT', 'en'],
    ['', 'en'],
    [undefined, 'en'],
  ] as const)('%j is %s', (lang, language) => {
    expect(leadLanguage(lang)).toBe(language)
  })
})

it('the country is Brazil in Portuguese and to be chosen in English', () => {
  expect(emptyLead('pt').country).toBe('Brazil')
  expect(emptyLead('en').country).toBe('')
  expect(emptyCountry('pt')).toEqual({ country: 'Brazil', countryOther: '' })
})

describe('the stored lead', () => {
  it('has the typed sport after the ticked ones, in the order of the list', () => {
    const form = buildForm('en', { sports: ['Squash', 'Padel'], sportsOther: 'Pickleball' })
    expect(leadOf(form, 'en')).toEqual({
      name: 'Joe Hill',
      email: 'joe@example.com',
      phone: '+12025550123',
      country: 'USA',
      sports: ['Padel', 'Squash', 'Pickleball'],
      heard_from: 'friends',
      language: 'en',
    })
  })

  it.each(['', '-', '= ', '--', '+\u200B', '-\u2800'])('has no sport that is %j', (sportsOther) => {
    expect(leadOf(buildForm('en', { sports: ['Squash'], sportsOther }), 'en').sports).toEqual(['Squash'])
  })

  it('has what was typed where Other was chosen', () => {
    const other = {
      country: 'Other',
      countryOther: 'Uruguay',
      heardFrom: 'other',
      heardFromOther: 'A podcast',
    }
    expect(leadOf(buildForm('en', other), 'en')).toMatchObject({
      country: 'Uruguay',
      heard_from: 'A podcast',
    })
  })

  it('drops text typed for Other that is no longer chosen', () => {
    const given = { countryOther: 'Uruguay', heardFromOther: 'A podcast' }
    expect(leadOf(buildForm('en', given), 'en')).toMatchObject({ country: 'USA', heard_from: 'friends' })
    expect(leadOf(buildForm('pt', { country: 'Spain' }), 'pt')).toMatchObject({ country: 'Brazil' })
  })
})

describe('required fields', () => {
  it('of an empty form: every required field, and no other', () => {
    expect(messages('en', emptyLead('en'))).toEqual({
      name: 'Enter your name',
      email: 'Enter your email',
      phone: 'Enter your phone number',
      country: 'Choose your country',
      heardFrom: 'Choose how you heard about us',
    })
    expect(messages('pt', emptyLead('pt'))).toEqual({
      name: 'Informe seu nome',
      email: 'Informe seu email',
      phone: 'Telefone é obrigatório',
      heardFrom: 'Escolha como você conheceu o Voleio',
    })
  })

  it('of Other: its text, beside whatever else is missing', () => {
    const other = { name: '', country: 'Other', countryOther: '  ', heardFrom: 'other' }
    expect(messages('en', other)).toEqual({
      name: 'Enter your name',
      countryOther: 'Enter your country',
      heardFromOther: 'Tell us how you heard about us',
    })
  })

  it('of a text of which nothing is stored, because a spreadsheet would run it', () => {
    const nothing = {
      name: '-\u200B',
      country: 'Other',
      countryOther: '＝ @',
      heardFrom: 'other',
      // A space of Braille, and a control character.
      heardFromOther: '+\u2800\u0007',
    }
    expect(messages('en', nothing)).toEqual({
      name: 'Enter your name',
      countryOther: 'Enter your country',
      heardFromOther: 'Tell us how you heard about us',
    })
  })

  it('of a typed country: one character is enough', () => {
    expect(messages('en', { country: 'Other', countryOther: '中' })).toEqual({})
  })

  it('nothing of a text for Other that is not shown', () => {
    expect(messages('en', { countryOther: 'x'.repeat(100), heardFromOther: 'x'.repeat(200) })).toEqual({})
  })

  it.each<[LeadLanguage, keyof LeadForm, string, string]>([
    ['en', 'name', 'x'.repeat(256), 'Too long (at most 255 characters)'],
    ['pt', 'name', '🎾'.repeat(256), 'Texto muito longo (máximo 255 caracteres)'],
    ['en', 'email', 'joe@', 'Enter a valid email, such as name@example.com'],
    ['pt', 'email', 'joe@example', 'Informe um email válido, como nome@exemplo.com'],
    ['en', 'phone', '+12', 'Enter + and the country code, then at least 7 digits in all'],
    ['pt', 'phone', '+5511', 'Depois de +55, informe o número com DDD'],
    ['en', 'sportsOther', 'x'.repeat(101), 'Too long (at most 100 characters)'],
    ['en', 'country', 'Narnia', 'Choose your country'],
    ['en', 'heardFrom', 'radio', 'Choose how you heard about us'],
  ])('in %s, %s %j: %s', (language, field, text, message) => {
    expect(messages(language, { [field]: text })).toEqual({ [field]: message })
  })

  it.each([
    ['name', 'x'.repeat(255)],
    ['name', 'O'],
    ['name', '李娜'],
    ['name', '🎾'.repeat(255)],
    ['sportsOther', 'x'.repeat(100)],
  ])('nothing more of %s %j', (field, text) => {
    expect(messages('en', { [field]: text })).toEqual({})
  })

  it('surrounding spaces do not count', () => {
    const form = buildForm('en', { name: '  Joe  ', email: ' joe@example.com ' })
    expect(checkLead(form, 'en')).toMatchObject({ form: { name: 'Joe', email: 'joe@example.com' } })
    expect(messages('en', { name: '   ' })).toEqual({ name: 'Enter your name' })
  })
})
