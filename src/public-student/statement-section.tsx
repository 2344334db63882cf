import type { LocalDate } from '@/core/model'
import { expiredIn, toldIn, withExpired } from '@/packages/statement/rules'
import { StatementTable } from '@/packages/statement/statement-table'
import { STATEMENT } from '@/packages/statement/texts'
import { Card } from '@/ui/card'
import type { PublicPackage, PublicStatementLine } from './data'

/** The most lines that the database answers, the newest ones. */
const LINES = 20

interface StatementSectionProps {
  lines: readonly PublicStatementLine[]
  packages: readonly PublicPackage[]
  today: LocalDate
  /** The agenda's time zone. */
  zone: string
}

/** The newest lines of the student's statement (docs/product.md, 'Statement'). */
export function StatementSection({ lines, packages, today, zone }: StatementSectionProps) {
  const expired = expiredIn(packages, today)
  const isCut = lines.length >= LINES
  const told = lines.map((line) => toldIn(line, zone))
  return (
    <section aria-labelledby="extrato" className="mt-6">
      <h2 id="extrato" className="text-lg">
        {STATEMENT.short}
      </h2>
      {isCut && <p className="text-[15px] text-ink-soft">{STATEMENT.newest(LINES)}</p>}
      <Card className="mt-3 px-4 py-1">
        <StatementTable label={STATEMENT.short} rows={withExpired(told, expired, isCut)} zone={zone} />
      </Card>
    </section>
  )
}
