import { memo, useMemo, useRef, useState, type ReactNode } from 'react'
import { formatDate, formatMonth } from '@/core/dates'
import type { LocalDate, StudentWithCredits } from '@/core/model'
import { displayPhone } from '@/core/phones'
import { formatBRL } from '@/core/prices'
import { csvText } from '@/lib/browser/csv'
import { downloadFile } from '@/lib/browser/download'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { Field, type ControlProps, Checkbox, Input, Select, Textarea } from '@/ui/fields/field'
import { StickyActions } from '@/ui/forms/sticky-actions'
import { showMore } from '@/ui/show-more'
import { CLASSE_LABELS, GENDER_LABELS, STUDENT_TYPE_BADGES } from '../rules'
import type { StudentRow } from '../student-row'
import { optionsOf, STUDENT_COLUMNS } from '../student.schema'
import { CHOICE_CELLS } from './cells'
import { FIELD_LABELS, IMPORT_FIELDS, type ImportField } from './columns'
import type { ImportDefaults, ImportRow } from './import.schema'
import {
  isChosen,
  likenesses,
  packageLine,
  rowChecker,
  summaryLine,
  summaryOf,
  wrongRows,
  type CheckedRow,
  type ImportedPackage,
  type ImportSummary,
  type Likeness,
  type PlannedRow,
} from './rows'
import { IMPORT_STUDENTS as texts } from './texts'

interface RowsStepProps {
  rows: readonly ImportRow[]
  defaults: ImportDefaults
  today: LocalDate
  students: readonly StudentWithCredits[]
  saving: boolean
  /** Must be stable, because rows are memoised. */
  onRow: (row: ImportRow) => void
  onBack: () => void
  /** `rest`: the ticked rows that the coach has to mend first. */
  onSave: (planned: PlannedRow[], summary: ImportSummary, rest: ImportRow[]) => void
}

/** The rows, to correct and tick, and what saving will store. */
export function RowsStep({ rows, defaults, today, students, saving, onRow, onBack, onSave }: RowsStepProps) {
  const check = useMemo(() => rowChecker(defaults, today), [defaults, today])
  const alike = useMemo(() => likenesses(rows, students), [rows, students])
  const entries = rows.map((row, at): Entry => {
    const likeness = alike[at] ?? 'new'
    return { row, checked: check(row), likeness, chosen: isChosen(row, likeness) }
  })
  // The rows that were wrong when the step opened: a row keeps its place while the coach mends it.
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
  const saved = planned.map(({ values }) => values)
  const summary = summaryOf(saved, today)
  const rest = wrong.map(({ row }) => row)
  const list = { today, onRow }
  return (
    <>
      <SummaryCard
        summary={summary}
        wrong={wrong.length}
        unticked={rows.length - planned.length - wrong.length}
      >
        {wrong.length > 0 && (
          <Button
            className="mt-4"
            onClick={() =>
              downloadFile('alunos-com-erro.csv', csvText(wrongRows(wrong)), 'text/csv;charset=utf-8')
            }
          >
            Baixar linhas com erro
          </Button>
        )}
      </SummaryCard>
      <RowList
        title={toMend === 0 ? 'Corrigidos' : `Para corrigir (${toMend})`}
        entries={wrongAtFirst}
        {...list}
      />
      <RowList title={`Alunos (${fine.length})`} entries={fine} {...list} />
      <StickyActions>
        <Button onClick={onBack}>Voltar</Button>
        <Button
          tone="main"
          disabled={planned.length === 0}
          pending={saving}
          pendingLabel="Importando..."
          onClick={() => onSave(planned, summary, rest)}
        >
          {`Importar (${planned.length})`}
        </Button>
      </StickyActions>
    </>
  )
}

type Entry = { row: ImportRow; checked: CheckedRow; likeness: Likeness; chosen: boolean }

/** Drawing a thousand rows at once would take seconds. */
const STEP = 50

interface RowListProps {
  title: string
  entries: readonly Entry[]
  today: LocalDate
  onRow: (row: ImportRow) => void
}

function RowList({ title, entries, ...row }: RowListProps) {
  const [limit, setLimit] = useState(STEP)
  const list = useRef<HTMLUListElement>(null)
  if (entries.length === 0) return null
  return (
    <section className="mb-6">
      <h2 className="mb-3 text-lg">{title}</h2>
      <ul ref={list} className="flex flex-col gap-3">
        {entries.slice(0, limit).map((entry) => (
          <li key={entry.row.id}>
            <RowCard {...entry} {...row} />
          </li>
        ))}
      </ul>
      {entries.length > limit && (
        <Button className="mt-3 w-full" onClick={() => showMore(list.current, () => setLimit(limit + STEP))}>
          {`Mostrar mais (${entries.length - limit})`}
        </Button>
      )}
    </section>
  )
}

type SummaryCardProps = { summary: ImportSummary; wrong: number; unticked: number; children: ReactNode }

const SummaryCard = ({ summary, wrong, unticked, children }: SummaryCardProps) => (
  <Card className="figures mb-6 md:p-6">
    <h2 className="text-lg">O que será salvo</h2>
    <p className="mt-1 font-semibold">
      {summary.students === 0 ? 'Nada por enquanto' : summaryLine(summary)}
    </p>
    {wrong + unticked > 0 && <p className="text-ink-soft">{texts.leftOut(wrong, unticked)}</p>}
    {summary.months.length > 0 && (
      <dl className="mt-3 grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {summary.months.map(({ month, sold, received }) => (
          <div key={month}>
            <dt className="text-ink-soft">{`Em ${formatMonth(month)}`}</dt>
            <dd className="font-semibold">
              <span className="block">{`Vendido + ${formatBRL(sold)}`}</span>
              <span className="block">{`Recebido + ${formatBRL(received)}`}</span>
            </dd>
          </div>
        ))}
      </dl>
    )}
    {children}
  </Card>
)

type RowCardProps = Entry & { today: LocalDate; onRow: (row: ImportRow) => void }

/** One row of the spreadsheet: a tick to import it, a summary, and its cells, which the coach mends in place. */
const RowCard = memo(function RowCard({ row, checked, likeness, chosen, today, onRow }: RowCardProps) {
  const [isOpen, setIsOpen] = useState(false)
  const isWrong = (field: ImportField) => checked.problems?.[field] !== undefined
  // The fields that were wrong when the row was first shown: a field stays while the coach mends it.
  const [wrongAtFirst] = useState(() => IMPORT_FIELDS.filter(isWrong))
  const shown = IMPORT_FIELDS.filter((field) => isOpen || wrongAtFirst.includes(field) || isWrong(field))
  const name = row.cells.name || `Linha ${row.line}`
  return (
    <Card className="flex flex-col gap-3">
      <div className="-mt-1.5">
        <div className="flex items-start justify-between gap-2">
          <Checkbox
            className="min-w-0 grow"
            label={<span className="wrap-anywhere">{name}</span>}
            checked={chosen}
            onChange={(event) => onRow({ ...row, chosen: event.target.checked })}
          />
          <Button
            tone="ghost"
            size="sm"
            className="-mr-3 shrink-0"
            aria-expanded={isOpen}
            aria-label={isOpen ? undefined : `Editar ${name}`}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? 'Fechar' : 'Editar'}
          </Button>
        </div>
        {/* Below the name, not below the checkbox. */}
        <div className="pl-8">
          <div className="figures text-[15px] wrap-anywhere text-ink-soft">
            {factsOf(row, checked, today).map((facts, at) => (
              <p key={`${at}`}>{facts.filter((fact) => fact !== null && fact !== '').join(' · ')}</p>
            ))}
          </div>
          {likeness !== 'new' && (
            <Badge className="mt-2" tone={likeness === 'sibling' ? 'info' : 'caution'}>
              {texts.states[likeness]}
            </Badge>
          )}
        </div>
      </div>
      {shown.length > 0 && (
        <div className="grid gap-4 sm:grid-cols-2">
          {shown.map((field) => (
            <Field key={field} label={FIELD_LABELS[field]} error={checked.problems?.[field]}>
              {(aria) => (
                <CellInput
                  aria={aria}
                  field={field}
                  value={row.cells[field]}
                  onChange={(cell) => onRow({ ...row, cells: { ...row.cells, [field]: cell } })}
                />
              )}
            </Field>
          ))}
        </div>
      )}
    </Card>
  )
})

/** What saving the row will store; for a wrong row, the spreadsheet's own cells. */
function factsOf(row: ImportRow, { values }: CheckedRow, today: LocalDate): (string | null)[][] {
  if (values === null) {
    return [IMPORT_FIELDS.filter((field) => field !== 'name').map((field) => row.cells[field])]
  }
  const { student, package: pack } = values
  return [...studentFacts(student), pack ? packageFacts(pack, today) : []]
}

const studentFacts = ({ phone, email, gender, type, classe }: StudentRow) => [
  [displayPhone(phone), email],
  [GENDER_LABELS[gender], STUDENT_TYPE_BADGES[type], CLASSE_LABELS[classe]],
]

function packageFacts(pack: ImportedPackage, today: LocalDate) {
  const { price, paid, payment_date: due } = pack
  return [
    packageLine(pack, today),
    formatBRL(price),
    paid === null || paid === price
      ? null
      : `em aberto ${formatBRL(price - paid)}, pagamento até ${formatDate(due)}`,
  ]
}

interface CellInputProps {
  aria: ControlProps
  field: ImportField
  value: string
  onChange: (cell: string) => void
}

function CellInput({ aria, field, value, onChange }: CellInputProps) {
  if (field === 'gender' || field === 'type' || field === 'classe' || field === 'status') {
    return (
      <Select
        {...aria}
        options={optionsOf(field)}
        placeholder={value === '' ? 'Como escolhido para todos' : value}
        // Empty for a cell that is not understood.
        value={CHOICE_CELLS[field](value) ?? ''}
        // The words, as a spreadsheet has them: the coach reads the cell, also in the file of wrong rows.
        onChange={({ target }) => onChange(STUDENT_COLUMNS[field].values?.[target.value] ?? '')}
      />
    )
  }
  const Box = field === 'notes' ? Textarea : Input
  return <Box {...aria} autoComplete="off" value={value} onChange={({ target }) => onChange(target.value)} />
}
