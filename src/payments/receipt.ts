import { convertCurrencyToWords } from '@brazilian-utils/brazilian-utils/convert-currency-to-words'
import { formatCnpj } from '@brazilian-utils/brazilian-utils/format-cnpj'
import { formatCpf } from '@brazilian-utils/brazilian-utils/format-cpf'
import { formatDate } from '@/core/dates'
import type { Package, Payment } from '@/core/model'
import { formatBRL } from '@/core/prices'
import { sumAmounts } from './money'
import { pixKey } from './pix/pix'

/** A payment for its receipt (docs/product.md, 'Receipt'). Only the receipt may import this: its library is large. */
export interface PaymentWithPackage extends Payment {
  package: Pick<Package, 'name'> & { payments: Pick<Payment, 'kind' | 'amount'>[] }
}

const KINDS = {
  payment: { title: 'Recibo', verb: 'Recebi de' },
  refund: { title: 'Recibo de devolução', verb: 'Devolvi a' },
} as const
const METHODS = {
  pix: ', por PIX',
  cash: ', em dinheiro',
  card: ', por cartão',
  transfer: ', por transferência',
  other: '',
} as const
export const SIMPLE_RECEIPT = 'Recibo simples. Não é nota fiscal nem a substitui.'

/** 'CPF 529.982.247-25' for a typed number; null if it is neither a CPF nor a CNPJ. */
export function taxNumber(typed: string): string | null {
  const cpf = pixKey('cpf', typed)
  if (cpf !== null) return `CPF ${formatCpf(cpf)}`
  const cnpj = pixKey('cnpj', typed)
  return cnpj === null ? null : `CNPJ ${formatCnpj(cnpj, { version: 2 })}`
}

/** A receipt in parts, and as one `text` for copying and sharing. `typed`: tax numbers, which are stored nowhere. */
export function receiptOf(
  payment: PaymentWithPackage,
  { student, coach }: { student: string; coach: string },
  typed: { payer: string; coach: string },
) {
  const { id, kind, payer_name, package: pkg } = payment
  const { title, verb } = KINDS[kind]
  const number = `Nº ${id.slice(-6).toUpperCase()}`
  const amount = formatBRL(payment.amount)
  const payer = payer_name ?? student
  const payerNumber = taxNumber(typed.payer)
  const who = payerNumber === null ? payer : `${payer}, ${payerNumber},`
  const sum = `${amount} (${convertCurrencyToWords(payment.amount)})${METHODS[payment.method]}`
  const what = payer_name === null ? pkg.name : `${pkg.name} de ${student}`
  const sentence = `${verb} ${who} a quantia de ${sum}, em ${formatDate(payment.paid_on)}, referente a: ${what}.`
  const refunds = pkg.payments.filter((line) => line.kind === 'refund')
  const refunded = sumAmounts(refunds.map((line) => line.amount))
  const receipt = {
    title,
    number,
    amount,
    sentence,
    // A refund's own receipt says so in its sentence.
    refunded:
      kind === 'payment' && refunded > 0
        ? `Do que foi pago por este pacote, ${formatBRL(refunded)} foram devolvidos.`
        : null,
    signature: [coach, taxNumber(typed.coach)].filter((line) => line !== null),
  }
  const lines = [
    `${title} ${number}`,
    sentence,
    receipt.refunded,
    receipt.signature.join(', '),
    SIMPLE_RECEIPT,
  ]
  return { ...receipt, text: lines.filter((line) => line !== null).join('\n\n') }
}
