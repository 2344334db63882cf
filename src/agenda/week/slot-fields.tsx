import Users from 'lucide-react/icons/users'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useClubs } from '@/clubs/use-clubs'
import { compareByName } from '@/students/rules'
import { StudentChooser } from '@/students/student-picker'
import { useStudents } from '@/students/use-students'
import { Button } from '@/ui/button'
import { Chip, Segmented } from '@/ui/fields/choices'
import { FieldError } from '@/ui/fields/field'
import { DateField, SelectField } from '@/ui/forms/fields'
import { Dialog } from '@/ui/overlay/dialog'
import { useToday } from '@/ui/use-now'
import { TODAY } from '../answer-texts'
import { SLOT_LIMITS } from '../rules'
import type { SlotForm, SlotValues } from '../slot.schema'

/** Monday first; 0 is Sunday. */
const WEEKDAYS = [
  [1, 'Seg'],
  [2, 'Ter'],
  [3, 'Qua'],
  [4, 'Qui'],
  [5, 'Sex'],
  [6, 'Sáb'],
  [0, 'Dom'],
] as const
const USUAL_MINUTES = [30, 45, 60, 75, 90, 120, 150, 180]

type SlotFieldsProps = { form: UseFormReturn<SlotForm, unknown, SlotValues>; fromHint?: string | undefined }

/** The fields of a slot (docs/product.md, 'Agenda'). */
export function SlotFields({ form, fromHint }: SlotFieldsProps) {
  const { watch, setValue, formState } = form
  const { errors } = formState
  const clubs = useClubs().data ?? []
  const repeats = watch('repeats')
  const weekdays = watch('weekdays')
  const set = { shouldDirty: true, shouldValidate: formState.isSubmitted }
  const minutes = [...new Set([...USUAL_MINUTES, Number(watch('minutes'))])].toSorted((a, b) => a - b)
  return (
    <div className="flex flex-col gap-5">
      <Students
        chosen={watch('studentIds')}
        error={errors.studentIds?.message}
        onChange={(ids) => setValue('studentIds', ids, set)}
      />
      <Segmented
        legend="Repete"
        options={[
          { value: 'weekly', label: 'Toda semana' },
          { value: 'once', label: 'Só uma vez' },
        ]}
        value={repeats}
        onChange={(value) => setValue('repeats', value, set)}
        className="grid-cols-2"
      />
      {repeats === 'weekly' ? (
        <fieldset className="min-w-0" aria-describedby="dias-erro">
          <legend className="mb-2 text-[15px] font-bold">Dias da semana</legend>
          <div className="grid grid-cols-4 gap-1 min-[380px]:grid-cols-7">
            {WEEKDAYS.map(([weekday, name]) => {
              const others = weekdays.filter((each) => each !== weekday)
              const isChosen = weekdays.includes(weekday)
              return (
                <Chip
                  key={weekday}
                  className="justify-center px-0!"
                  pressed={isChosen}
                  onToggle={() => {
                    setValue('weekdays', isChosen ? others : [...others, weekday], set)
                    if (errors.until) void form.trigger('until')
                  }}
                >
                  {name}
                </Chip>
              )
            })}
          </div>
          <div className="mt-1.5">
            <FieldError id="dias-erro" message={errors.weekdays?.message} />
          </div>
        </fieldset>
      ) : (
        <DateField form={form} name="date" label="Dia" required latest={SLOT_LIMITS.lastDay} />
      )}
      <div className="grid grid-cols-2 gap-4">
        <DateField form={form} name="time" label="Hora" required type="time" />
        <SelectField
          form={form}
          name="minutes"
          label="Duração"
          required
          options={minutes.map((each) => ({ value: String(each), label: TODAY.minutes(each) }))}
        />
      </div>
      {repeats === 'weekly' && (
        <div className="grid gap-4 min-[400px]:grid-cols-2">
          <DateField
            form={form}
            name="from"
            label="A partir de"
            required
            rechecks="until"
            hint={fromHint}
            latest={SLOT_LIMITS.lastDay}
          />
          <DateField
            form={form}
            name="until"
            label="Até"
            optional
            hint="Sem data, repete sempre."
            latest={SLOT_LIMITS.lastDay}
          />
        </div>
      )}
      {clubs.length > 0 && (
        <SelectField
          form={form}
          name="clubId"
          label="Clube"
          optional
          placeholder="Sem clube"
          options={clubs.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
    </div>
  )
}

interface StudentsProps {
  chosen: readonly string[]
  error: string | undefined
  onChange: (ids: string[]) => void
}

/** The slot's students: their names, and a dialog to choose them. */
function Students({ chosen, error, onChange }: StudentsProps) {
  const [choosing, setChoosing] = useState(false)
  const today = useToday()
  const { data } = useStudents()
  const offered = (data ?? [])
    .filter(({ id, status }) => status === 'active' || chosen.includes(id))
    .toSorted(compareByName)
  const names = offered.filter(({ id }) => chosen.includes(id))
  return (
    <fieldset className="min-w-0" aria-describedby="horario-alunos-erro">
      <legend className="mb-2 text-[15px] font-bold">Alunos</legend>
      {names.length > 0 && (
        <ul className="mb-3 flex flex-wrap gap-2">
          {names.map(({ id, name }) => (
            <li
              key={id}
              className="max-w-full truncate rounded-full bg-sunken px-3.5 py-1.5 text-[15px] font-semibold"
            >
              {name}
            </li>
          ))}
        </ul>
      )}
      {chosen.length === 0 && (
        <p className="mb-3 text-[15px] text-ink-soft">Sem alunos, fica como horário livre.</p>
      )}
      <Button size="sm" onClick={() => setChoosing(true)}>
        <Users />
        Escolher alunos
      </Button>
      <FieldError id="horario-alunos-erro" message={error} />
      <Dialog open={choosing} onOpenChange={setChoosing} title="Alunos do horário">
        {choosing && (
          <StudentChooser
            students={offered}
            selected={chosen}
            day={today}
            onDone={(ids) => {
              onChange([...ids])
              setChoosing(false)
            }}
          />
        )}
      </Dialog>
    </fieldset>
  )
}
