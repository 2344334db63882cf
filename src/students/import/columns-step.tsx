import { useState } from 'react'
import { validityProblem } from '@/packages/package.schema'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { Checkbox } from '@/ui/fields/checkbox'
import { Field, FieldError } from '@/ui/fields/field'
import { Input } from '@/ui/fields/input'
import { Select } from '@/ui/fields/select'
import { StickyActions } from '@/ui/forms/sticky-actions'
import { CLASSE_OPTIONS, GENDER_OPTIONS, TYPE_OPTIONS } from '../student-options'
import { chooseColumn, IMPORT_FIELDS, type Columns } from './columns'
import type { ImportDefaults } from './import-rows'
import { IMPORT_STUDENTS } from './texts'

const { columns: texts, fields } = IMPORT_STUDENTS
const FIELD_OPTIONS = IMPORT_FIELDS.map((value) => ({ value, label: fields[value] }))
const SAMPLES = 3

/** The guess of the columns, which the coach corrects, and what empty cells mean. */
export function ColumnsStep({
  table,
  columns,
  defaults,
  onColumns,
  onDefaults,
  onBack,
  onNext,
}: {
  table: readonly (readonly string[])[]
  columns: Columns
  defaults: ImportDefaults
  onColumns: (columns: Columns) => void
  onDefaults: (defaults: ImportDefaults) => void
  onBack: () => void
  onNext: () => void
}) {
  const [pressed, setPressed] = useState(false)
  const hasName = columns.fields.includes('name')
  const hasPackages = columns.fields.includes('total')
  const validity = hasPackages ? validityProblem(defaults.validityDays) : null
  const rows = table.slice(columns.header ? 1 : 0)
  const next = () => {
    setPressed(true)
    if (hasName && validity === null) onNext()
  }
  const set = (name: keyof ImportDefaults) => (event: { target: { value: string } }) =>
    onDefaults({ ...defaults, [name]: event.target.value })
  return (
    <>
      <div className="flex flex-col gap-5">
        <Card className="md:p-6">
          <h2 className="text-lg">{texts.title}</h2>
          <Checkbox
            label={texts.header}
            checked={columns.header}
            onChange={(event) => onColumns({ ...columns, header: event.target.checked })}
          />
          <div className="mt-2 grid gap-5 md:grid-cols-2">
            {columns.fields.map((field, at) => {
              const heading = columns.header ? table[0]?.[at]?.trim() : ''
              const cells = rows
                .map((row) => row[at]?.trim() ?? '')
                .filter((cell) => cell !== '')
                .slice(0, SAMPLES)
              return (
                <Field
                  // A column is known by its place alone.
                  key={`${at}`}
                  label={heading || texts.column(at + 1)}
                  hint={
                    cells.length > 0 && (
                      <span className="line-clamp-2 wrap-anywhere">{texts.sample(cells.join(' · '))}</span>
                    )
                  }
                >
                  {(aria) => (
                    <Select
                      {...aria}
                      options={FIELD_OPTIONS}
                      placeholder={texts.ignore}
                      value={field ?? ''}
                      onChange={({ target }) =>
                        onColumns(
                          chooseColumn(
                            columns,
                            at,
                            IMPORT_FIELDS.find((name) => name === target.value) ?? null,
                          ),
                        )
                      }
                    />
                  )}
                </Field>
              )
            })}
          </div>
          <FieldError id="import-name" message={pressed && !hasName ? texts.nameMissing : undefined} />
        </Card>
        <Card className="md:p-6">
          <h2 className="text-lg">{texts.defaults}</h2>
          <p className="mb-4 text-ink-soft">{texts.defaultsHint}</p>
          <div className="grid gap-5 md:grid-cols-2">
            <Field label={fields.gender}>
              {(aria) => (
                <Select
                  {...aria}
                  options={GENDER_OPTIONS}
                  placeholder="Selecione"
                  value={defaults.gender}
                  onChange={set('gender')}
                />
              )}
            </Field>
            <Field label={fields.type}>
              {(aria) => (
                <Select
                  {...aria}
                  options={TYPE_OPTIONS}
                  placeholder="Selecione"
                  value={defaults.type}
                  onChange={set('type')}
                />
              )}
            </Field>
            <Field label={fields.classe}>
              {(aria) => (
                <Select
                  {...aria}
                  options={CLASSE_OPTIONS}
                  placeholder="Selecione"
                  value={defaults.classe}
                  onChange={set('classe')}
                />
              )}
            </Field>
            {hasPackages && (
              <Field label={texts.validity} error={validity ?? undefined}>
                {(aria) => (
                  <Input
                    {...aria}
                    inputMode="numeric"
                    autoComplete="off"
                    value={defaults.validityDays}
                    onChange={set('validityDays')}
                  />
                )}
              </Field>
            )}
          </div>
        </Card>
      </div>
      <StickyActions>
        <Button tone="outline" onClick={onBack}>
          {texts.back}
        </Button>
        <Button tone="main" onClick={next}>
          {texts.next}
        </Button>
      </StickyActions>
    </>
  )
}
