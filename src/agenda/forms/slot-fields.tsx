import Users from 'lucide-react/icons/users'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useClubs } from '@/clubs/use-clubs'
import type { StudentWithCredits } from '@/core/model'
import { compareByName } from '@/students/rules'
import { StudentChooser } from '@/students/student-chooser'
import { usePickerPageSize } from '@/students/use-picker-page-size'
import { useStudents } from '@/students/use-students'
import { Button } from '@/ui/button'
import { Chip, Segmented } from '@/ui/fields/choices'
import { Field, FieldError } from '@/ui/fields/field'
import { Input } from '@/ui/fields/input'
import { Select } from '@/ui/fields/select'
import { Dialog } from '@/ui/overlay/dialog'
import { useToday } from '@/ui/use-now'
import { SLOT_LIMITS } from '../rules'
import type { SlotForm, SlotValues } from '../slot.schema'
import { AGENDA_TEXTS } from '../texts'
import { TODAY } from '../today-texts'

const texts = AGENDA_TEXTS.form

/** Monday first. */
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 0]
const USUAL_MINUTES = [30, 45, 60, 75, 90, 120, 150, 180]

/** The fields of a slot (docs/product.md, 'Agenda'). */
export function SlotFields({
  form,
  fromHint,
}: {
  form: UseFormReturn<SlotForm, unknown, SlotValues>
  fromHint?: string | undefined
}) {
  const { register, watch, setValue, formState } = form
  const { errors } = formState
  const clubs = useClubs().data ?? []
  const repeats = watch('repeats')
  const weekdays = watch('weekdays')
  const minutes = watch('minutes')
  const set = { shouldDirty: true, shouldValidate: formState.isSubmitted }
  const options = [...new Set([...USUAL_MINUTES, Number(minutes)])].toSorted((a, b) => a - b)
  return (
    <div className="flex flex-col gap-5">
      <Students
        chosen={watch('studentIds')}
        error={errors.studentIds?.message}
        onChange={(ids) => setValue('studentIds', ids, set)}
      />
      <Segmented
        legend={texts.repeats}
        options={[
          { value: 'weekly', label: texts.weekly },
          { value: 'once', label: texts.once },
        ]}
        value={repeats}
        onChange={(value) => setValue('repeats', value, set)}
        className="grid-cols-2"
      />
      {repeats === 'weekly' ? (
        <fieldset className="min-w-0" aria-describedby="dias-erro">
          <legend className="mb-2 text-[15px] font-bold">{texts.weekday}</legend>
          <div className="grid grid-cols-4 gap-1 min-[380px]:grid-cols-7">
            {WEEKDAYS.map((each) => (
              <Chip
                key={each}
                className="justify-center px-0!"
                pressed={weekdays.includes(each)}
                onToggle={() =>
                  setValue(
                    'weekdays',
                    WEEKDAYS.filter((other) => weekdays.includes(other) !== (other === each)),
                    set,
                  )
                }
              >
                {texts.weekdays[each]}
              </Chip>
            ))}
          </div>
          <div className="mt-1.5">
            <FieldError id="dias-erro" message={errors.weekdays?.message} />
          </div>
        </fieldset>
      ) : (
        <Field label={texts.day} required error={errors.date?.message}>
          {(aria) => <Input {...aria} {...register('date')} type="date" max={SLOT_LIMITS.lastDay} />}
        </Field>
      )}
      <div className="grid grid-cols-2 gap-4">
        <Field label={texts.time} required error={errors.time?.message}>
          {(aria) => <Input {...aria} {...register('time')} type="time" className="figures" />}
        </Field>
        <Field label={texts.minutes} required error={errors.minutes?.message}>
          {(aria) => (
            <Select
              {...aria}
              {...register('minutes')}
              options={options.map((each) => ({ value: String(each), label: TODAY.minutes(each) }))}
            />
          )}
        </Field>
      </div>
      {repeats === 'weekly' && (
        <div className="grid gap-4 min-[400px]:grid-cols-2">
          <Field label={texts.from} required hint={fromHint} error={errors.from?.message}>
            {(aria) => <Input {...aria} {...register('from')} type="date" max={SLOT_LIMITS.lastDay} />}
          </Field>
          <Field label={texts.until} optional hint={texts.untilHint} error={errors.until?.message}>
            {(aria) => <Input {...aria} {...register('until')} type="date" max={SLOT_LIMITS.lastDay} />}
          </Field>
        </div>
      )}
      {clubs.length > 0 && (
        <Field label={texts.club} optional>
          {(aria) => (
            <Select
              {...aria}
              {...register('clubId')}
              placeholder={texts.noClub}
              options={clubs.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
        </Field>
      )}
    </div>
  )
}

/** Who is expected: their names, and a dialog to choose them. */
function Students({
  chosen,
  error,
  onChange,
}: {
  chosen: readonly string[]
  error: string | undefined
  onChange: (ids: string[]) => void
}) {
  const [choosing, setChoosing] = useState(false)
  const today = useToday()
  const pageSize = usePickerPageSize()
  const { data } = useStudents()
  const offered = (data ?? [])
    .filter(({ id, status }) => status === 'active' || chosen.includes(id))
    .toSorted(compareByName)
  const names = namesOf(offered, chosen)
  return (
    <fieldset className="min-w-0" aria-describedby="horario-alunos-erro">
      <legend className="mb-2 text-[15px] font-bold">{texts.students}</legend>
      {names.length > 0 ? (
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
      ) : (
        <p className="mb-3 text-[15px] text-ink-soft">{texts.studentsHint}</p>
      )}
      <Button tone="outline" size="sm" onClick={() => setChoosing(true)}>
        <Users aria-hidden="true" />
        {texts.choose}
      </Button>
      <FieldError id="horario-alunos-erro" message={error} />
      <Dialog open={choosing} onOpenChange={setChoosing} title={texts.chooseTitle}>
        {choosing && (
          <StudentChooser
            students={offered}
            selected={chosen}
            day={today}
            pageSize={pageSize}
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

function namesOf(students: readonly StudentWithCredits[], chosen: readonly string[]) {
  return students.filter(({ id }) => chosen.includes(id)).map(({ id, name }) => ({ id, name }))
}
