import { generateCnpj } from '@brazilian-utils/brazilian-utils/generate-cnpj'
import { generateCpf } from '@brazilian-utils/brazilian-utils/generate-cpf'
import { getPixPayloadInfo } from '@brazilian-utils/brazilian-utils/get-pix-payload-info'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chargeOf, pixOf } from '@/payments/pix/coach-pix'
import { pixCode, pixKey, printedInPix } from '@/payments/pix/pix'

const KEY = '123e4567-e12b-12d1-a456-426655440000'
const TESTE = { key: KEY, name: 'PROFESSOR TESTE', city: 'SAO PAULO' }

describe('A PIX code', () => {
  it('is the one of the example of the Central Bank, to the letter', () => {
    expect(pixCode({ key: KEY, name: 'Fulano de Tal', city: 'BRASILIA' }, { amount: null })).toBe(
      '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-426655440000' +
        '5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D',
    )
  })

  it('names amount, what for and reference, to the letter', () => {
    expect(pixCode(TESTE, { amount: 480, what: 'Pacote de 4 aulas', reference: 'PAC0001' })).toBe(
      '00020126790014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400000217Pacote de 4 aulas' +
        '5204000053039865406480.005802BR5915PROFESSOR TESTE6009SAO PAULO62110507PAC000163048EE6',
    )
  })

  it('asks for exactly the amount, to the cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999_999_999 }), (cents) => {
        const code = pixCode(TESTE, { amount: cents / 100 })
        expect(code && getPixPayloadInfo(code)?.amount).toBe(cents / 100)
      }),
      { numRuns: 200 },
    )
  })

  it.each([0, -1, -0.01, 0.001, Number.NaN, Number.POSITIVE_INFINITY])('there is none for %d', (amount) => {
    expect(pixCode(TESTE, { amount })).toBeNull()
  })

  it('there is none that would print something else than was shown', () => {
    expect(pixCode({ ...TESTE, name: 'José' }, { amount: 1 })).toBeNull()
    expect(pixCode({ ...TESTE, city: 'SAO PAULO DE OLIVENCA' }, { amount: 1 })).toBeNull()
    expect(pixCode({ ...TESTE, key: '11 98765-4321' }, { amount: 1 })).toBeNull()
    expect(pixCode(TESTE, { amount: 1, reference: 'PAC-1' })).toBeNull()
  })

  // Regression: with this key the payer read 'Pacote de 1'.
  it.each([
    [55, 'Pacote de 10 aulas'],
    [56, undefined],
    [62, undefined],
    [77, undefined],
  ])('with a key of %i characters names the package whole, or not: %s', (length, description) => {
    const key = `${'a'.repeat(length - 12)}@example.com`
    const code = pixCode({ ...TESTE, key }, { amount: 1, what: 'Pacote de 10 aulas', reference: 'PAC1' })
    expect(code && getPixPayloadInfo(code)).toMatchObject({ key, amount: 1, txid: 'PAC1' })
    expect(code && getPixPayloadInfo(code)?.description).toBe(description)
  })

  it('of a package is for what is open, and tells the bank statement which package', () => {
    const id = '0b7e1f0a-5a53-4a52-9a10-7e21c93fa2c4'
    const code = pixCode(TESTE, chargeOf({ id, name: 'Pacote de 10 aulas', open_amount: 280.5 }))
    expect(code && getPixPayloadInfo(code)).toMatchObject({
      amount: 280.5,
      description: 'Pacote de 10 aulas',
      txid: 'PAC3FA2C4',
    })
  })
})

describe('A PIX key', () => {
  it.each([
    ['cpf', '529.982.247-25', '52998224725'],
    ['cnpj', '11.222.333/0001-81', '11222333000181'],
    ['cnpj', '12.abc.345/01de-35', '12ABC34501DE35'],
    ['phone', '(11) 98765-4321', '+5511987654321'],
    ['phone', '+55 55 99825-9765', '+5555998259765'],
    ['phone', '5511987654321', '+5511987654321'],
    ['email', ' Ana.Lima@Example.COM ', 'ana.lima@example.com'],
    ['evp', '71C7D9BE-4B85-4E43-9F1C-1F3B8B4E9A2D', '71c7d9be-4b85-4e43-9f1c-1f3b8b4e9a2d'],
  ] as const)('%s %s is kept as %s', (type, typed, key) => {
    expect(pixKey(type, typed)).toBe(key)
  })

  it('is what the coach says it is: the same eleven digits as CPF and as mobile', () => {
    expect(pixKey('cpf', '51998259765')).toBe('51998259765')
    expect(pixKey('phone', '51998259765')).toBe('+5551998259765')
  })

  it.each([
    ['cpf', '529.982.247-26'],
    ['cpf', '(11) 98765-4321'],
    ['cnpj', '529.982.247-25'],
    ['phone', '(11) 3333-4444'],
    ['phone', 'ana@example.com'],
    ['email', 'ana@'],
    ['evp', '11987654321'],
    ['evp', ''],
  ] as const)('%s: %s is refused', (type, typed) => {
    expect(pixKey(type, typed)).toBeNull()
  })

  it('in its canonical form makes a code, whatever it is', () => {
    const mobile = fc
      .integer({ min: 0, max: 99_999_999 })
      .map((number) => `119${String(number).padStart(8, '0')}`)
    const typed = fc.oneof(
      fc.constant('cpf' as const).map((type) => [type, generateCpf()] as const),
      fc.constant('cnpj' as const).map((type) => [type, generateCnpj({ version: 2 })] as const),
      mobile.map((number) => ['phone', number] as const),
      fc.uuid().map((uuid) => ['evp', uuid] as const),
    )
    fc.assert(
      fc.property(typed, ([type, text]) => {
        const key = pixKey(type, text)
        if (key === null) return type === 'phone'
        return pixKey(type, key) === key && pixCode({ ...TESTE, key }, { amount: 1 }) !== null
      }),
      { numRuns: 300 },
    )
  })
})

it('a name is printed without accents, within 25 characters', () => {
  expect(printedInPix('José  da Conceição')).toBe('Jose da Conceicao')
  expect(printedInPix('Maximiliano Albuquerque Cavalcanti')).toBe('Maximiliano Albuquerque C')
  expect(printedInPix('李')).toBe('')
  expect(printedInPix('')).toBe('')
})

it('a profile without a key has no PIX', () => {
  const whole = { pix_key: KEY, pix_name: 'A', pix_city: 'B' }
  expect(pixOf(whole)).toEqual({ key: KEY, name: 'A', city: 'B' })
  for (const part of ['pix_key', 'pix_name', 'pix_city']) expect(pixOf({ ...whole, [part]: null })).toBeNull()
})
