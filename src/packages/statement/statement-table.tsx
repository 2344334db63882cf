import { clsx } from 'clsx'
import { formatDateTime } from '@/core/dates'
import { expiredLine, signedCredits, statementLine, type ExpiredCredits, type LedgerFacts } from './rules'

/** Only the coach's lines have ids. */
type Line = LedgerFacts & { id?: number; balance_after: number }

interface StatementTableProps {
  label: string
  rows: readonly (Line | ExpiredCredits)[]
  /** The agenda's time zone; null: not known yet. */
  zone: string | null
  ofOnePackage?: boolean
}

/** The lines of a statement (docs/product.md, 'Statement'), on the coach's screen, the student's page and paper. */
export const StatementTable = ({ label, rows, zone, ofOnePackage = false }: StatementTableProps) => (
  <table className="figures w-full border-collapse text-left" aria-label={label}>
    <thead>
      <tr className="border-b border-line-strong text-sm text-ink-soft">
        <th scope="col" className="py-2 pr-2 font-semibold">
          Movimento
        </th>
        <th scope="col" className="px-2 py-2 text-right font-semibold whitespace-nowrap">
          Créditos
        </th>
        <th scope="col" className="py-2 pl-2 text-right font-semibold whitespace-nowrap">
          Saldo
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.map((row, at) =>
        'expiry_date' in row ? (
          <tr
            key={`expired-${row.package_id}`}
            className="border-b border-line align-top text-ink-soft print:break-inside-avoid"
          >
            <td colSpan={3} className="py-3 pr-2">
              <span className="block font-bold text-bad">{expiredLine(row)}</span>
              {!ofOnePackage && <span className="block text-sm">{row.package_name}</span>}
            </td>
          </tr>
        ) : (
          <tr
            key={row.id ?? at}
            className="border-b border-line align-top last:border-0 print:break-inside-avoid"
          >
            <td className="min-w-0 py-3 pr-2">
              <span className="block leading-snug font-bold">{statementLine(row, zone)}</span>
              <span className="block text-sm text-ink-soft">
                {row.written ?? formatDateTime(row.created_at)}
                {!ofOnePackage && row.kind !== 'purchase' && row.package_name && (
                  <span className="block sm:inline">
                    <span className="max-sm:hidden"> · </span>
                    {row.package_name}
                  </span>
                )}
              </span>
            </td>
            <td
              className={clsx(
                'px-2 py-3 text-right text-lg leading-snug font-extrabold whitespace-nowrap',
                row.delta > 0 && 'text-ok',
              )}
            >
              {signedCredits(row.delta)}
            </td>
            <td className="py-3 pl-2 text-right text-lg leading-snug whitespace-nowrap">
              {row.balance_after}
            </td>
          </tr>
        ),
      )}
    </tbody>
  </table>
)
