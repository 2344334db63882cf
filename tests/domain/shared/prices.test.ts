import { expect, it } from 'vitest'
import { formatBRL, parsePrice, priceInput } from '@/core/prices'

it.each([
  ['0', 0],
  ['350', 350],
  ['350,5', 350.5],
  ['350,50', 350.5],
  ['350.50', 350.5],
  ['1.234,56', 1234.56],
  ['1.234', 1234],
  ['1.234.567,8', 1_234_567.8],
  ['R$ 1.234,56', 1234.56],
  [' 10 ', 10],
  ['-5', -5],
  ['- R$  5', -5],
  ['R$ -5', -5],
  [',5', 0.5],
])("'%s' is %d", (text, value) => {
  expect(parsePrice(text)).toBe(value)
})

it.each([
  '',
  '  ',
  'abc',
  '10,555',
  '10.5555',
  '1,2,3',
  '1.23,45',
  '12.34.5',
  '10 reais',
  'R$',
  '1e3',
  '--5',
  ',',
  // Regression: it was R$ 400.500,00.
  '400 500',
  'R$ 400  500',
  '12,50 3',
  // Regression: it was R$ 500,00.
  '0.500',
])("'%s' is no price", (text) => {
  expect(parsePrice(text)).toBeNull()
})

it('money is shown in BRL', () => {
  expect(formatBRL(1234.5)).toBe('R$\u00A01.234,50')
})

it('a stored price is shown in the form as typed', () => {
  expect(priceInput(1234.5)).toBe('1234,50')
  expect(priceInput(0)).toBe('')
  expect(parsePrice(priceInput(0.1))).toBe(0.1)
})
