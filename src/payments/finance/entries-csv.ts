import { formatDate } from '@/core/dates'
import { PACKAGE_FORMS } from '@/packages/package-forms-texts'
import { signedAmount } from '../money'
import { MONEY } from '../texts'
import type { Entry } from './rules'

/** The payments and refunds of a month as a table. Refunds are negative, so the column's sum is 'Recebido'. */
export const entriesTable = (entries: readonly Entry[]): (string | number | null)[][] => [
  ['Data', 'Tipo', 'Aluno', 'Pacote', 'Pago por', 'Forma', 'Valor', 'Observação', 'Lançamento'],
  ...entries.map((entry) => [
    formatDate(entry.paid_on),
    MONEY.kinds[entry.kind],
    entry.package.student.name,
    entry.package.name,
    entry.payer_name,
    PACKAGE_FORMS.methods[entry.method],
    signedAmount(entry),
    entry.note,
    entry.id,
  ]),
]
