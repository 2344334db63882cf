import { memo, useState } from 'react'
import { formatDate } from '@/core/dates'
import type { LocalDate } from '@/core/model'
import { displayPhone, normalizePhone } from '@/core/phones'
import { formatBRL } from '@/core/prices'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { Checkbox } from '@/ui/fields/checkbox'
import { Field, type ControlProps } from '@/ui/fields/field'
import { Input } from '@/ui/fields/input'
import { Select, type Option } from '@/ui/fields/select'
import { CLASSE_LABELS, GENDER_LABELS, STUDENT_TYPE_BADGES } from '../rules'
import { CLASSE_OPTIONS, GENDER_OPTIONS, STATUS_OPTIONS, TYPE_OPTIONS } from '../student-options'
import type { StudentEditValues } from '../student.schema'
import { classeCell, genderCell, statusCell, typeCell } from './cells'
import { IMPORT_FIELDS, type ImportField } from './columns'
import {
  packageLine,
  type CheckedRow,
  type ImportedPackage,
  type ImportRow,
  type Likeness,
} from './import-rows'
import { IMPORT_STUDENTS } from './texts'

const { rows: texts, fields } = IMPORT_STUDENTS

/** Fields with fixed values; a cell that is not understood shows nothing chosen. */
const CHOICES: Partial<
  Record<ImportField, { options: readonly Option[]; read: (cell: string) => string | null }>
> = {
  gender: { options: GENDER_OPTIONS, read: genderCell },
  type: { options: TYPE_OPTIONS, read: typeCell },
  classe: { options: CLASSE_OPTIONS, read: classeCell },
  status: { options: STATUS_OPTIONS, read: statusCell },
}

/** One row of the spreadsheet: whether it is imported, what it says, and its cells, which are mended in place. */
export const RowCard = memo(function RowCard({
  row,
  checked,
  likeness,
  isChosen,
  today,
  onChange,
}: {
  row: ImportRow
  checked: CheckedRow
  likeness: Likeness
  isChosen: boolean
  today: LocalDate
  onChange: (row: ImportRow) => void
}) {
  const [isOpen, setIsOpen] = useState(false)
  // As the row was first shown: a field does not go away while it is mended.
  const [wrongAtFirst] = useState(() =>
    IMPORT_FIELDS.filter((field) => checked.problems?.[field] !== undefined),
  )
  const shown = isOpen
    ? IMPORT_FIELDS
    : IMPORT_FIELDS.filter((field) => wrongAtFirst.includes(field) || checked.problems?.[field] !== undefined)
  const name = row.cells.name || texts.unnamed(row.line)
  return (
    <Card className="flex flex-col gap-3">
      <div className="-mt-1.5">
        <div className="flex items-start justify-between gap-2">
          <Checkbox
            className="min-w-0 grow"
            label={<span className="wrap-anywhere">{name}</span>}
            checked={isChosen}
            onChange={(event) => onChange({ ...row, chosen: event.target.checked })}
          />
          <Button
            tone="ghost"
            size="sm"
            className="-mr-3 shrink-0"
            aria-expanded={isOpen}
            aria-label={isOpen ? undefined : texts.editOf(name)}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? texts.close : texts.edit}
          </Button>
        </div>
        {/* Below the name, not below the box. */}
        <div className="pl-8">
          <RowFacts row={row} checked={checked} today={today} />
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
            <Field key={field} label={fields[field]} error={checked.problems?.[field]}>
              {(aria) => (
                <CellInput
                  aria={aria}
                  field={field}
                  value={row.cells[field]}
                  onChange={(cell) => onChange({ ...row, cells: { ...row.cells, [field]: cell } })}
                />
              )}
            </Field>
          ))}
        </div>
      )}
    </Card>
  )
})

/** What will be stored of the row; of a wrong one, what the spreadsheet has. */
function RowFacts({
  row,
  checked: { values },
  today,
}: {
  row: ImportRow
  checked: CheckedRow
  today: LocalDate
}) {
  const lines = values
    ? [...studentFacts(values.student), values.package ? packageFacts(values.package, today) : []]
    : [IMPORT_FIELDS.filter((field) => field !== 'name').map((field) => row.cells[field])]
  return (
    <div className="figures text-[15px] wrap-anywhere text-ink-soft">
      {lines.map((facts, at) => (
        <p key={`${at}`}>{facts.filter((fact) => fact !== '').join(' · ')}</p>
      ))}
    </div>
  )
}

const studentFacts = ({ phone, email, gender, type, classe }: StudentEditValues) => [
  [displayPhone(normalizePhone(phone)), email],
  [GENDER_LABELS[gender], STUDENT_TYPE_BADGES[type], CLASSE_LABELS[classe]],
]

const packageFacts = (pack: ImportedPackage, today: LocalDate) => [
  packageLine(pack, today),
  formatBRL(pack.price),
  ...(pack.paid === null || pack.paid === pack.price
    ? []
    : [texts.owes(formatBRL(pack.price - pack.paid), formatDate(pack.paymentDate))]),
]

function CellInput({
  aria,
  field,
  value,
  onChange,
}: {
  aria: ControlProps
  field: ImportField
  value: string
  onChange: (cell: string) => void
}) {
  const choice = CHOICES[field]
  if (!choice) {
    return (
      <Input {...aria} autoComplete="off" value={value} onChange={(event) => onChange(event.target.value)} />
    )
  }
  return (
    <Select
      {...aria}
      options={choice.options}
      placeholder={value === '' ? texts.asForAll : value}
      value={choice.read(value) ?? ''}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
