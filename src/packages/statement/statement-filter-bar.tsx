import { formatDate } from '@/core/dates'
import type { Package } from '@/core/model'
import { Field } from '@/ui/fields/field'
import { DayInput } from '@/ui/fields/input'
import { Select } from '@/ui/fields/select'
import { Filters } from '@/ui/filters'
import { STATEMENT } from './texts'
import type { StatementFilters } from './use-statement-filters'

/** Package and period. */
export function StatementFilterBar({
  filters,
  packages,
  onChange,
}: {
  filters: StatementFilters
  packages: readonly Package[]
  onChange: (filters: StatementFilters) => void
}) {
  const { packageId, dateRange } = filters
  const { start, end } = dateRange
  const count = Number(packageId !== '') + Number(start !== '' || end !== '')
  const isReversed = start !== '' && end !== '' && end < start
  const options = packages.map((pkg) => ({
    value: pkg.id,
    label: `${pkg.name} · ${formatDate(pkg.purchase_date)}`,
  }))
  return (
    <Filters count={count}>
      <div className="grid gap-4 min-[400px]:grid-cols-2 md:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]">
        <Field label="Pacote" className="min-[400px]:col-span-2 md:col-span-1">
          {(aria) => (
            <Select
              {...aria}
              value={packageId}
              placeholder={STATEMENT.allPackages}
              options={options}
              onChange={({ target }) => onChange({ ...filters, packageId: target.value })}
            />
          )}
        </Field>
        <Field label="Data inicial">
          {(aria) => (
            <DayInput
              {...aria}
              value={start}
              onChange={(day) => onChange({ ...filters, dateRange: { start: day, end } })}
            />
          )}
        </Field>
        <Field label="Data final" error={isReversed ? STATEMENT.reversed : undefined}>
          {(aria) => (
            <DayInput
              {...aria}
              value={end}
              onChange={(day) => onChange({ ...filters, dateRange: { start, end: day } })}
            />
          )}
        </Field>
      </div>
    </Filters>
  )
}
