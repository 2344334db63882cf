import { formatDate } from '@/core/dates'
import { PACKAGE_FORMS } from '@/packages/package-forms-texts'
import { MONEY_FORMS } from '../forms-texts'
import { signedAmount, type Entry } from './rules'
import { FINANCE } from './texts'

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
