import { formatDate } from '@/domain/shared/dates'
import { FINANCE } from '@/texts/finance/finance'
import { MONEY_FORMS } from '@/texts/money/money-forms'
import { PACKAGE_FORMS } from '@/texts/packages/package-forms'
import { signedAmount, type Entry } from './finance'

const { csv } = FINANCE

/** The payments and refunds of a month as a table; refunds are negative, so that its sum is what was received. */
export function entriesTable(entries: readonly Entry[]): (string | number | null)[][] {
  return [
    [...csv.columns],
    ...entries.map((entry) => [
      formatDate(entry.paid_on),
      MONEY_FORMS.kinds[entry.kind],
      entry.package.student.name,
      entry.package.name,
      entry.payer_name,
      PACKAGE_FORMS.methods[entry.method],
      signedAmount(entry),
      entry.note,
      entry.id,
    ]),
  ]
}
