import { describe, expect, it } from 'vitest'
import {
  focusedLeadPhone,
  leadPhoneProblem,
  blurredLeadPhone,
  typedLeadPhone,
  type LeadLanguage,
} from '@/site/lead-form/rules'

/** docs/product.md, 'Lead form'. */
describe('in Portuguese a phone starts with +55', () => {
  it.each([
    ['+55', '+55', 'the prefix alone stays'],
    ['+5511', '+5511', 'typed behind the prefix'],
    ['+55 (11) 98765-4321', '+5511987654321', 'only plus and digits stay'],
    ['11987654321', '+5511987654321', 'a number without its country'],
    ['5511987654321', '+5511987654321', 'a number with its country and no plus'],
    ['55987654321', '+5555987654321', 'area code 55 is no country'],
    ['5532654321', '+555532654321', 'area code 55 of a landline'],
    ['+55+55 11 98765-4321', '+5511987654321', 'pasted behind the prefix, with a plus'],
    ['+555511987654321', '+5511987654321', 'pasted behind the prefix, without a plus'],
    ['+5511987654321+5521999998888', '+5521999998888', 'a whole number pasted behind another'],
    ['(011) 98765-4321', '+5511987654321', 'the zero that dials to another area is no digit of the number'],
    ['+55 (011) 98765-4321', '+5511987654321', 'nor is it behind the prefix'],
    ['+550055 11 98765-4321', '+5511987654321', 'nor are those that dial abroad'],
    ['11a9b8', '+551198', 'letters are left out'],
    ['', '+55', 'an emptied field still has it'],
    ['+', '+55', 'and so has one with the plus alone'],
  ])('%j becomes %j: %s', (text, shown) => {
    expect(typedLeadPhone(text, 'pt')).toBe(shown)
  })

  it('typed digit by digit it stays correct, whatever the area code', () => {
    for (const local of ['11987654321', '55987654321', '5532654321']) {
      let shown = focusedLeadPhone('', 'pt')
      for (const digit of local) shown = typedLeadPhone(shown + digit, 'pt')
      expect(shown).toBe(`+55${local}`)
    }
  })
})

describe('in English a phone starts with a plus', () => {
  it.each([
    ['1', '+1', 'a plus is put in front'],
    ['+1 (202) 555-0123', '+12025550123', 'only plus and digits stay'],
    ['12025550123', '+12025550123', 'a number without plus'],
    ['++44', '+44', 'one plus is enough'],
    ['00 44 20 7946 0958', '+442079460958', 'zeros that dial abroad are left out'],
    ['+1+44 20 7946 0958', '+442079460958', 'a whole number pasted behind another'],
    ['abc', '+', 'letters are left out'],
    ['', '', 'an emptied field is empty'],
  ])('%j becomes %j: %s', (text, shown) => {
    expect(typedLeadPhone(text, 'en')).toBe(shown)
  })
})

it('an empty field gets +55 on focus in Portuguese, and loses it on blur without more', () => {
  expect(focusedLeadPhone('', 'pt')).toBe('+55')
  expect(focusedLeadPhone('+5511', 'pt')).toBe('+5511')
  expect(focusedLeadPhone('', 'en')).toBe('')
  expect(blurredLeadPhone('+55')).toBe('')
  expect(blurredLeadPhone('+')).toBe('')
  expect(blurredLeadPhone('+551')).toBe('+551')
})

it.each<[string, LeadLanguage, ReturnType<typeof leadPhoneProblem>]>([
  ['', 'pt', 'required'],
  ['+55', 'pt', 'required'],
  ['+5511987', 'pt', 'invalid'],
  ['+55119876', 'pt', null],
  ['+5511987654321', 'pt', null],
  ['+12025550123', 'pt', 'invalid'],
  ['11987654321', 'pt', 'invalid'],
  ['+5511987654321999', 'pt', 'long'],
  ['', 'en', 'required'],
  ['+', 'en', 'required'],
  ['+123456', 'en', 'invalid'],
  ['+1234567', 'en', null],
  ['1234567', 'en', 'invalid'],
  ['+123456789012345', 'en', null],
  ['+1234567890123456', 'en', 'long'],
  ['+12 34567', 'en', 'invalid'],
])('%j in %s: %s (6 digits after +55, 7 after the plus, 15 at most)', (phone, language, problem) => {
  expect(leadPhoneProblem(phone, language)).toBe(problem)
})
