import { formatMonth } from '@/core/dates'
import type { Payment } from '@/core/model'
import { formatBRL } from '@/core/prices'
import { receivedByMonth } from './money'

/** How deleting these payments and refunds changes the money received in each month. */
export const LeavingMonths = ({ lines }: { lines: readonly Payment[] }) => (
  <ul className="figures mt-3 font-semibold">
    {receivedByMonth(lines)
      .filter(({ amount }) => amount !== 0)
      .map(({ month, amount }) => (
        <li key={month}>
          {formatBRL(Math.abs(amount))} {amount > 0 ? 'saem do' : 'voltam ao'} recebido de{' '}
          {formatMonth(month)}
        </li>
      ))}
  </ul>
)
