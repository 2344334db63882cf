import { expect, it } from 'vitest'
import { receiptOf, taxNumber, type PaymentWithPackage } from '@/payments/receipt'

const PAYMENT: PaymentWithPackage = {
  id: '0b7e1f0a-5a53-4a52-9a10-7e21c93fa2c4',
  user_id: 'u',
  student_id: 's',
  package_id: 'p',
  kind: 'payment',
  amount: 280.5,
  paid_on: '2026-11-22',
  method: 'pix',
  payer_name: null,
  note: 'não aparece',
  own: false,
  created_at: '2026-11-22T12:00:00+00:00',
  package: { name: 'Pacote de 10 aulas', payments: [{ kind: 'payment', amount: 280.5 }] },
}
const WHO = { student: 'Bia Nunes', coach: 'Ana Lima' }
const NONE = { payer: '', coach: '' }

it('says who paid how much for what and when, in figures and in words', () => {
  const { text } = receiptOf(PAYMENT, WHO, NONE)
  expect(text.replaceAll('\u00A0', ' ')).toBe(
    [
      'Recibo Nº 3FA2C4',
      'Recebi de Bia Nunes a quantia de R$ 280,50 (duzentos e oitenta reais e cinquenta centavos), ' +
        'por PIX, em 22/11/2026, referente a: Pacote de 10 aulas.',
      'Ana Lima',
      'Recibo simples. Não é nota fiscal nem a substitui.',
    ].join('\n\n'),
  )
})

it('of another payer names the student, and the numbers that were typed', () => {
  const paid = { ...PAYMENT, payer_name: 'Carlos Nunes', method: 'other' as const }
  const receipt = receiptOf(paid, WHO, { payer: '52998224725', coach: '12.abc.345/01de-35' })
  expect(receipt.sentence).toContain('Recebi de Carlos Nunes, CPF 529.982.247-25, a quantia')
  expect(receipt.sentence).toContain(
    'centavos), em 22/11/2026, referente a: Pacote de 10 aulas de Bia Nunes.',
  )
  expect(receipt.signature).toEqual(['Ana Lima', 'CNPJ 12.ABC.345/01DE-35'])
})

it('leaves out a number that is none', () => {
  expect(taxNumber('529.982.247-26')).toBeNull()
  expect(receiptOf(PAYMENT, WHO, { payer: '1', coach: '11987654321' }).text).not.toContain('CPF')
})

it('says what was given back of the package, to the cent, and is of the refund itself', () => {
  const refunds = [
    { kind: 'refund' as const, amount: 0.1 },
    { kind: 'refund' as const, amount: 0.2 },
  ]
  const payments = [...PAYMENT.package.payments, ...refunds]
  const refunded = { ...PAYMENT, package: { ...PAYMENT.package, payments } }
  expect(receiptOf(refunded, WHO, NONE).refunded).toBe(
    'Do que foi pago por este pacote, R$\u00A00,30 foram devolvidos.',
  )
  const refund = receiptOf({ ...refunded, kind: 'refund', amount: 0.1 }, WHO, NONE)
  expect(refund.title).toBe('Recibo de devolução')
  expect(refund.sentence).toMatch(/^Devolvi a Bia Nunes a quantia de R\$\s0,10 \(dez centavos\)/)
  expect(refund.refunded).toBeNull()
})
