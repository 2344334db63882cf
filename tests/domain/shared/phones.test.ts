import { describe, expect, it } from 'vitest'
import { chatLink, displayPhone, isPhone, maskPhone, normalizePhone } from '@/core/phones'

describe('while typing', () => {
  it.each([
    ['', ''],
    ['1', '1'],
    ['11', '11'],
    ['119', '(11) 9'],
    ['1198765', '(11) 98765'],
    ['11987654', '(11) 98765-4'],
    ['11987654321', '(11) 98765-4321'],
    ['119876543219', '(11) 98765-4321'],
    ['(11) 98765-4321', '(11) 98765-4321'],
    ['tel. 11 98765.4321', '(11) 98765-4321'],
  ])("'%s' shows as '%s'", (typed, shown) => {
    expect(maskPhone(typed)).toBe(shown)
  })

  it.each([
    ['a pasted number with +55', '+55 (11) 98765-4321', '(11) 98765-4321'],
    ['a pasted number with 55 and 13 digits', '5511987654321', '(11) 98765-4321'],
    ['a twelfth digit after the area code 55', '559876543211', '(55) 98765-4321'],
    ['a country code that is still being typed', '+55', '+55'],
    ['the zero that dials to another area is no digit of the number', '(011) 98765-4321', '(11) 98765-4321'],
    ['nor is it after the country code', '+55 (011) 98765-4321', '(11) 98765-4321'],
    ['nor after 55 without a plus', '55 0 11 98765-4321', '(11) 98765-4321'],
    ['nor those that dial abroad', '0055 11 98765-4321', '(11) 98765-4321'],
    ['another country keeps its digits', '+1 (415) 555-0123', '+14155550123'],
    ['and no more than the field may hold', '+1234567890123456', '+12345678901234'],
  ])('%s', (_, typed, shown) => {
    expect(maskPhone(typed)).toBe(shown)
    expect(maskPhone(typed).length).toBeLessThanOrEqual(15)
  })

  // Regression: 0800 770 1234 became (80) 07701-234, and was stored with a 9 that nobody had typed.
  it.each([
    ['the zero of 0800 is a digit of the number', '08007701234', '(08) 00770-1234'],
    ['as is that of 0300', '03001234567', '(03) 00123-4567'],
    ['another zero in front goes with the digit that tells', '01187654321', '(11) 87654-321'],
    ['also of the area codes that begin like 0800', '08187654321', '(81) 87654-321'],
  ])('digit by digit %s', (_, digits, shown) => {
    expect(digits.split('').reduce((field, digit) => maskPhone(field + digit), '')).toBe(shown)
    expect(maskPhone(digits)).toBe(shown)
  })

  it.each([
    ['nothing is grouped', '912 345 678', '912345678'],
    [
      "a pasted number of Brazil keeps its own, or it would get the field's",
      '+55 11 98765-4321',
      '+5511987654321',
    ],
  ])('with another country code beside the field %s', (_, typed, shown) => {
    expect(maskPhone(typed, '+351')).toBe(shown)
  })
})

describe('normalising for sending', () => {
  it.each([
    ['13 digits from 55 stay', '5511987654321', '5511987654321'],
    ['11 digits get 55', '(11) 98765-4321', '5511987654321'],
    ['11 digits with the area code 55 get 55 too', '(55) 98765-4321', '5555987654321'],
    ['10 digits get 55, the area code, a 9 and the rest', '(11) 8765-4321', '5511987654321'],
    ['anything else gets 55', '987654321', '55987654321'],
    ['unless it starts with it', '551187654321', '551187654321'],
    ['nothing stays nothing', '', ''],
  ])('%s', (_, typed, stored) => {
    expect(normalizePhone(typed)).toBe(stored)
  })

  it.each([
    ['+351', '912 345 678', '351912345678'],
    ['+1', '(415) 555-0123', '14155550123'],
    ['+55', '+1 415 555 0123', '14155550123'],
    ['+351', '+55 11 98765-4321', '5511987654321'],
  ])('with %s beside the field, %s is sent as %s', (countryCode, typed, stored) => {
    expect(normalizePhone(typed, countryCode)).toBe(stored)
  })
})

it.each([
  ['(11) 98765-4321', '+55', true],
  ['(11) 8765-4321', '+55', true],
  ['987654321', '+55', false],
  ['(11) 9876', '+55', false],
  ['', '+55', false],
  ['912345678', '+351', true],
  ['91', '+351', false],
  ['9123456789012', '+351', false],
])("a number '%s' with %s exists: %s", (typed, countryCode, exists) => {
  expect(isPhone(typed, countryCode)).toBe(exists)
})

describe('reading a stored phone', () => {
  it.each([
    ['empty is empty', '', ''],
    ['none is empty', null, ''],
    ["Brazil's loses its country code", '5511987654321', '(11) 98765-4321'],
    ['from 12 digits on', '551187654321', '(11) 87654-321'],
    ["another country's keeps its digits", '14155550123', '+14155550123'],
  ])('%s', (_, stored, shown) => {
    expect(displayPhone(stored)).toBe(shown)
  })

  it.each([
    ['a mobile', '11987654321', '(11) 98765-4321'],
    ['one of the area code 55', '55987654321', '(55) 98765-4321'],
    ['a landline', '1132654321', '(11) 32654-321'],
    ['not a number of another country', '31612345678', '+31612345678'],
    ["nor Spain's, which looks like one of area 34", '34912345678', '+34912345678'],
    ["nor Singapore's, which looks like one of area 65", '6531234567', '+6531234567'],
    ['nor a mobile of Chile, though there is no area 56', '56987654321', '+56987654321'],
    ["nor one of Peru, which looks like Porto Alegre's", '51987654321', '+51987654321'],
    ["nor Norway's, which looks like a landline of Itajaí", '4741234567', '+4741234567'],
    ["nor Moscow's, which looks like one of area 74", '74951234567', '+74951234567'],
  ])('a number stored without its country code is grouped: %s', (_, stored, shown) => {
    expect(displayPhone(stored)).toBe(shown)
  })

  it.each(['5511987654321', '5555987654321', '14155550123', '351912345678', '56987654321', '4520123456'])(
    '%s shown in a form and sent again is the same',
    (stored) => {
      expect(normalizePhone(maskPhone(displayPhone(stored)))).toBe(stored)
    },
  )
})

it('a chat link has digits only, and there is none without a phone', () => {
  expect(chatLink('+55 (11) 98765-4321')).toBe('https://wa.me/5511987654321')
  expect(chatLink(null)).toBeNull()
  expect(chatLink('')).toBeNull()
})
