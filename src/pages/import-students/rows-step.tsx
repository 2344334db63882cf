import { useCallback, useMemo, useState, type ReactNode } from 'react'
import { StickyActions } from '@/components/forms/sticky-actions'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { formatMonth } from '@/domain/shared/dates'
import type { LocalDate, StudentWithCredits } from '@/domain/shared/model'
import { formatBRL } from '@/domain/shared/prices'
import type { PlannedRow } from '@/domain/students/import/import-plan'
import {
  isChosen,
  likenesses,
  rowChecker,
  summaryOf,
  wrongRows,
  type ImportDefaults,
  type ImportRow,
  type ImportSummary,
} from '@/domain/students/import/import-rows'
import { csvText } from '@/lib/browser/csv'
import { downloadFile } from '@/lib/browser/download'
import { IMPORT_STUDENTS } from '@/texts/students/import'
import { RowCard } from './row-card'

const { rows: texts, summary: told, columns, wrongFile } = IMPORT_STUDENTS

/** The rows, and what will be saved of them. */
export function RowsStep({
  rows,
  defaults,
  today,
  students,
  saving,
  onRows,
  onBack,
  onSave,
}: {
  rows: readonly ImportRow[]
  defaults: ImportDefaults
  today: LocalDate
  students: readonly StudentWithCredits[]
  saving: boolean
  onRows: (rows: ImportRow[]) => void
  onBack: () => void
  onSave: (planned: PlannedRow[], summary: ImportSummary) => void
}) {
  const check = useMemo(() => rowChecker(defaults, today), [defaults, today])
  const checks = useMemo(() => rows.map(check), [rows, check])
  const alike = useMemo(() => likenesses(rows, students), [rows, students])
  const entries = rows.flatMap((row, at) => {
    const [checked, likeness] = [checks[at], alike[at]]
    return checked && likeness ? [{ row, checked, likeness, chosen: isChosen(row, likeness) }] : []
  })
  // As the step opened: a row that is being mended does not move away from the hands.
  const [wrongAtFirst] = useState(
    () => new Set(entries.filter(({ checked }) => checked.problems).map(({ row }) => row.id)),
  )
  const planned = entries.flatMap(({ row, checked: { values }, chosen }) =>
    values && chosen ? [{ id: row.id, packageId: row.packageId, values }] : [],
  )
  const wrong = entries.flatMap(({ row, checked: { problems } }) => (problems ? [{ row, problems }] : []))
  const summary = summaryOf(planned.map(({ values }) => values))
  const change = useCallback(
    (row: ImportRow) => onRows(rows.map((old) => (old.id === row.id ? row : old))),
    [rows, onRows],
  )
  const sections = [
    { title: texts.wrong, of: entries.filter(({ row }) => wrongAtFirst.has(row.id)) },
    { title: texts.all, of: entries.filter(({ row }) => !wrongAtFirst.has(row.id)) },
  ]
  return (
    <>
      <SummaryCard summary={summary} leftOut={rows.length - planned.length}>
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
      {sections.map(
        ({ title, of }, at) =>
          of.length > 0 && (
            <section key={`${at}`} className="mb-6">
              <h2 className="mb-3 text-lg">{title(of.length)}</h2>
              <ul className="flex flex-col gap-3">
                {of.map(({ row, checked, likeness, chosen }) => (
                  <li key={row.id} className="[contain-intrinsic-size:auto_104px] [content-visibility:auto]">
                    <RowCard
                      row={row}
                      checked={checked}
                      likeness={likeness}
                      isChosen={chosen}
                      onChange={change}
                    />
                  </li>
                ))}
              </ul>
            </section>
          ),
      )}
      <StickyActions>
        <Button tone="outline" onClick={onBack}>
          {columns.back}
        </Button>
        <Button
          tone="main"
          disabled={planned.length === 0}
          pending={saving}
          pendingLabel={told.pending}
          onClick={() => onSave(planned, summary)}
        >
          {planned.length === 0 ? told.nothing : told.save(planned.length)}
        </Button>
      </StickyActions>
    </>
  )
}

function SummaryCard({
  summary: { students, packages, credits, months },
  leftOut,
  children,
}: {
  summary: ImportSummary
  leftOut: number
  children: ReactNode
}) {
  return (
    <Card className="figures mb-6 md:p-6">
      <h2 className="text-lg">{told.title}</h2>
      <p className="mt-1 font-semibold">
        {[told.students(students), told.packages(packages), told.credits(credits)].join(' · ')}
      </p>
      {leftOut > 0 && <p className="text-ink-soft">{told.leftOut(leftOut)}</p>}
      {months.length > 0 && (
        <dl className="mt-3 grid gap-x-6 gap-y-2 sm:grid-cols-2">
          {months.map(({ month, sold, received }) => (
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
