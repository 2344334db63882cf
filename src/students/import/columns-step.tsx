import { useState } from 'react'
import { validityProblem } from '@/packages/package.schema'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { Checkbox } from '@/ui/fields/checkbox'
import { Field, FieldError } from '@/ui/fields/field'
import { Input } from '@/ui/fields/input'
import { Select } from '@/ui/fields/select'
import { StickyActions } from '@/ui/forms/sticky-actions'
import { optionsOf } from '../student.schema'
import { chooseColumn, FIELD_LABELS, IMPORT_FIELDS, type Columns } from './columns'
import type { ImportDefaults } from './import.schema'

const FIELD_OPTIONS = IMPORT_FIELDS.map((value) => ({ value, label: FIELD_LABELS[value] }))
const CHOICES = ['gender', 'type', 'classe'] as const
const SAMPLES = 3

interface StepProps {
  table: readonly (readonly string[])[]
  columns: Columns
  defaults: ImportDefaults
  onColumns: (columns: Columns) => void
  onDefaults: (defaults: ImportDefaults) => void
  onBack: () => void
  onNext: () => void
}

/** Lets the coach correct the guessed columns and choose values for empty cells. */
export function ColumnsStep({ table, columns, defaults, onColumns, onDefaults, onBack, onNext }: StepProps) {
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
          <h2 className="text-lg">O que há em cada coluna</h2>
          <Checkbox
            label="A primeira linha tem os títulos"
            checked={columns.header}
            onChange={(event) => onColumns({ ...columns, header: event.target.checked })}
          />
          <div className="mt-2 grid gap-5 md:grid-cols-2">
            {columns.fields.map((field, at) => {
              const heading = columns.header ? table[0]?.[at]?.trim() : ''
              const cells = rows.map((row) => row[at]?.trim() ?? '').filter((cell) => cell !== '')
              return (
                <Field
                  // Only its position identifies a column.
                  key={`${at}`}
                  label={heading || `Coluna ${at + 1}`}
                  hint={
                    cells.length > 0 && (
                      <span className="line-clamp-2 wrap-anywhere">
                        {`Exemplo: ${cells.slice(0, SAMPLES).join(' · ')}`}
                      </span>
                    )
                  }
                >
                  {(aria) => (
                    <Select
                      {...aria}
                      options={FIELD_OPTIONS}
                      placeholder="Não importar"
                      value={field ?? ''}
                      onChange={({ target }) => {
                        const chosen = IMPORT_FIELDS.find((name) => name === target.value) ?? null
                        onColumns(chooseColumn(columns, at, chosen))
                      }}
                    />
                  )}
                </Field>
              )
            })}
          </div>
          <FieldError
            id="import-name"
            message={pressed && !hasName ? 'Escolha a coluna do nome' : undefined}
          />
        </Card>
        <Card className="md:p-6">
          <h2 className="text-lg">Para as células vazias</h2>
          <p className="mb-4 text-ink-soft">
            Vale para todos. O que ficar sem escolha é perguntado aluno por aluno.
          </p>
          <div className="grid gap-5 md:grid-cols-2">
            {CHOICES.map((field) => (
              <Field key={field} label={FIELD_LABELS[field]}>
                {(aria) => (
                  <Select
                    {...aria}
                    options={optionsOf(field)}
                    placeholder="Selecione"
                    value={defaults[field]}
                    onChange={set(field)}
                  />
                )}
              </Field>
            ))}
            {hasPackages && (
              <Field label="Validade em dias" error={validity ?? undefined}>
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
        <Button onClick={onBack}>Voltar</Button>
        <Button tone="main" onClick={next}>
          Conferir alunos
        </Button>
      </StickyActions>
    </>
  )
}
