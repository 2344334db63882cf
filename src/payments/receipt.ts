import { convertCurrencyToWords } from '@brazilian-utils/brazilian-utils/convert-currency-to-words'
import { formatCnpj } from '@brazilian-utils/brazilian-utils/format-cnpj'
import { formatCpf } from '@brazilian-utils/brazilian-utils/format-cpf'
import { formatDate } from '@/core/dates'
import type { Package, Payment } from '@/core/model'
import { formatBRL } from '@/core/prices'
import { sumOf } from './money'
import { pixKey } from './pix/pix'
import { RECEIPT } from './receipt-texts'

/** A payment with what its receipt says (docs/product.md, 'Receipt'). Only the receipt imports this: the library is not small. */
export interface PaymentWithPackage extends Payment {
  package: Pick<Package, 'name'> & { payments: Pick<Payment, 'kind' | 'amount'>[] }
}

/** Typed for one receipt and kept nowhere; '' for none. */
interface TaxNumbers {
  payer: string
  coach: string
}

/** 'CPF 529.982.247-25' of what was typed; null if it is no CPF or CNPJ. */
export function taxNumber(typed: string): string | null {
  const cpf = pixKey('cpf', typed)
  if (cpf !== null) return `CPF ${formatCpf(cpf)}`
  const cnpj = pixKey('cnpj', typed)
  return cnpj === null ? null : `CNPJ ${formatCnpj(cnpj, { version: 2 })}`
}

/** What a receipt says, for the screen, for paper, and line by line as a text. */
export function receiptOf(
  payment: PaymentWithPackage,
  { student, coach }: { student: string; coach: string },
  numbers: TaxNumbers,
) {
  const { id, kind, amount, paid_on, method, payer_name, package: pkg } = payment
  const payer = payer_name ?? student
  const number = { payer: taxNumber(numbers.payer), coach: taxNumber(numbers.coach) }
  // Of a refund's own receipt the sentence says it.
  const refunded = kind === 'refund' ? 0 : -sumOf(pkg.payments.filter((line) => line.kind === 'refund'))
  const receipt = {
    title: RECEIPT.titles[kind],
    number: RECEIPT.number(id.slice(-6).toUpperCase()),
    amount: formatBRL(amount),
    sentence: RECEIPT.sentence({
      verb: RECEIPT.verbs[kind],
      payer: number.payer === null ? payer : RECEIPT.withNumber(payer, number.payer),
      amount: formatBRL(amount),
      words: convertCurrencyToWords(amount),
      method: RECEIPT.methods[method],
      day: formatDate(paid_on),
      what: payer_name === null ? pkg.name : RECEIPT.of(pkg.name, student),
    }),
    refunded: refunded > 0 ? RECEIPT.refunded(formatBRL(refunded)) : null,
    signature: [coach, number.coach].filter((line) => line !== null),
  }
  const lines = [
    `${receipt.title} ${receipt.number}`,
    receipt.sentence,
    ...(receipt.refunded === null ? [] : [receipt.refunded]),
    receipt.signature.join(', '),
    RECEIPT.simple,
  ]
  return { ...receipt, text: lines.join('\n\n') }
}
