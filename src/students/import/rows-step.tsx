import { useMemo, useState, type ReactNode } from 'react'
import { formatMonth } from '@/core/dates'
import type { LocalDate, StudentWithCredits } from '@/core/model'
import { formatBRL } from '@/core/prices'
import { csvText } from '@/lib/browser/csv'
import { downloadFile } from '@/lib/browser/download'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { StickyActions } from '@/ui/forms/sticky-actions'
import type { PlannedRow } from './import-plan'
import {
  isChosen,
  likenesses,
  rowChecker,
  summaryLine,
  summaryOf,
  wrongRows,
  type CheckedRow,
  type ImportDefaults,
  type ImportRow,
  type ImportSummary,
  type Likeness,
} from './import-rows'
import { RowCard } from './row-card'
import { IMPORT_STUDENTS } from './texts'

const { rows: texts, summary: told, columns, wrongFile } = IMPORT_STUDENTS

/** The rows, and what will be saved of them. */
export function RowsStep({
  rows,
  defaults,
  today,
  students,
  saving,
  onRow,
  onBack,
  onSave,
}: {
  rows: readonly ImportRow[]
  defaults: ImportDefaults
  today: LocalDate
  students: readonly StudentWithCredits[]
  saving: boolean
  /** Stays the same function. */
  onRow: (row: ImportRow) => void
  onBack: () => void
  /** `rest`: what the coach wants, but has to mend first. */
  onSave: (planned: PlannedRow[], summary: ImportSummary, rest: ImportRow[]) => void
}) {
  const check = useMemo(() => rowChecker(defaults, today), [defaults, today])
  const checks = useMemo(() => rows.map(check), [rows, check])
  const alike = useMemo(() => likenesses(rows, students), [rows, students])
  const entries = rows.flatMap((row, at) => {
    const [checked, likeness] = [checks[at], alike[at]]
    return checked && likeness ? [{ row, checked, likeness, chosen: isChosen(row, likeness) }] : []
  })
  // As the step opened: a row that is being mended does not move away from the hands.
  const [ids] = useState(
    () => new Set(entries.filter(({ checked }) => checked.problems).map(({ row }) => row.id)),
  )
  const wrongAtFirst = entries.filter(({ row }) => ids.has(row.id))
  const fine = entries.filter(({ row }) => !ids.has(row.id))
  const toMend = wrongAtFirst.filter(({ checked }) => checked.problems).length
  const planned = entries.flatMap(({ row, checked: { values }, chosen }) =>
    values && chosen ? [{ id: row.id, packageId: row.packageId, values }] : [],
  )
  const wrong = entries.flatMap(({ row, checked: { problems }, chosen }) =>
    problems && chosen ? [{ row, problems }] : [],
  )
  const summary = summaryOf(
    planned.map(({ values }) => values),
    today,
  )
  return (
    <>
      <SummaryCard
        summary={summary}
        wrong={wrong.length}
        unticked={rows.length - planned.length - wrong.length}
      >
        {wrong.length > 0 && (
          <Button
            tone="outline"
            className="mt-4"
            onClick={() =>
              downloadFile(`${wrongFile.name}.csv`, csvText(wrongRows(wrong)), 'text/csv;charset=utf-8')
            }
          >
            {texts.download}
          </Button>
        )}
      </SummaryCard>
      <RowList title={texts.wrong(toMend)} entries={wrongAtFirst} today={today} onRow={onRow} />
      <RowList title={texts.all(fine.length)} entries={fine} today={today} onRow={onRow} />
      <StickyActions>
        <Button tone="outline" onClick={onBack}>
          {columns.back}
        </Button>
        <Button
          tone="main"
          disabled={planned.length === 0}
          pending={saving}
          pendingLabel={told.pending}
          onClick={() =>
            onSave(
              planned,
              summary,
              wrong.map(({ row }) => row),
            )
          }
        >
          {told.save(planned.length)}
        </Button>
      </StickyActions>
    </>
  )
}

interface Entry {
  row: ImportRow
  checked: CheckedRow
  likeness: Likeness
  chosen: boolean
}

/** A thousand rows at once would take seconds to draw. */
const STEP = 50

function RowList({
  title,
  entries,
  today,
  onRow,
}: {
  title: string
  entries: readonly Entry[]
  today: LocalDate
  onRow: (row: ImportRow) => void
}) {
  const [limit, setLimit] = useState(STEP)
  if (entries.length === 0) return null
  return (
    <section className="mb-6">
      <h2 className="mb-3 text-lg">{title}</h2>
      <ul className="flex flex-col gap-3">
        {entries.slice(0, limit).map(({ row, checked, likeness, chosen }) => (
          <li key={row.id}>
            <RowCard
              row={row}
              checked={checked}
              likeness={likeness}
              isChosen={chosen}
              today={today}
              onChange={onRow}
            />
          </li>
        ))}
      </ul>
      {entries.length > limit && (
        <Button tone="outline" className="mt-3 w-full" onClick={() => setLimit(limit + STEP)}>
          {texts.more(entries.length - limit)}
        </Button>
      )}
    </section>
  )
}

function SummaryCard({
  summary,
  wrong,
  unticked,
  children,
}: {
  summary: ImportSummary
  wrong: number
  unticked: number
  children: ReactNode
}) {
  return (
    <Card className="figures mb-6 md:p-6">
      <h2 className="text-lg">{told.title}</h2>
      <p className="mt-1 font-semibold">{summary.students === 0 ? told.nothing : summaryLine(summary)}</p>
      {wrong + unticked > 0 && <p className="text-ink-soft">{told.leftOut(wrong, unticked)}</p>}
      {summary.months.length > 0 && (
        <dl className="mt-3 grid gap-x-6 gap-y-2 sm:grid-cols-2">
          {summary.months.map(({ month, sold, received }) => (
            <div key={month}>
              <dt className="text-ink-soft">{told.money(formatMonth(month))}</dt>
              <dd className="font-semibold">
                <span className="block">{told.sold(formatBRL(sold))}</span>
                <span className="block">{told.received(formatBRL(received))}</span>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {children}
    </Card>
  )
}
