import { Controller, type Control } from 'react-hook-form'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/fields/field'
import { Select } from '@/components/ui/fields/select'
import type { SalePageForm, SalePageValues } from '@/domain/packages/sale.schema'
import type { StudentWithCredits } from '@/domain/shared/model'
import { compareByName } from '@/domain/students/students'
import { MESSAGES } from '@/texts/shared/messages'

/** Selects the student, sorted by name. The other fields can be filled in while the students load. */
export function StudentField({
  control,
  students,
  failed,
  onRetry,
  onChosen,
}: {
  control: Control<SalePageForm, unknown, SalePageValues>
  /** Undefined while loading. */
  students: readonly StudentWithCredits[] | undefined
  failed: boolean
  onRetry: () => void
  onChosen: () => void
}) {
  const options = (students ?? [])
    .filter(({ anonymized_at: since }) => since === null)
    .toSorted(compareByName)
    .map(({ id, name, status }) => ({
      value: id,
      label: status === 'inactive' ? `${name} (inativo)` : name,
    }))
  return (
    <Controller
      control={control}
      name="studentId"
      render={({ field, fieldState }) => (
        <div>
          <Field
            label="Aluno"
            required
            error={failed ? MESSAGES.students.toast.loadFailed.title : fieldState.error?.message}
          >
            {(aria) => (
              <Select
                {...aria}
                {...field}
                onChange={(event) => {
                  field.onChange(event)
                  onChosen()
                }}
                placeholder={
                  students === undefined && !failed ? 'Carregando alunos...' : 'Selecione um aluno'
                }
                options={options}
              />
            )}
          </Field>
          {failed && (
            <Button tone="outline" size="sm" className="mt-2" onClick={onRetry}>
              Tentar novamente
            </Button>
          )}
        </div>
      )}
    />
  )
}
