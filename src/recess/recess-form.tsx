import { useAgenda } from '@/agenda/use-agenda'
import { formatDate } from '@/core/dates'
import { PACKAGE_FORMS } from '@/packages/package-forms-texts'
import { useStudents } from '@/students/use-students'
import { Field } from '@/ui/fields/field'
import { Input } from '@/ui/fields/input'
import { DraftForm } from '@/ui/forms/draft-form'
import { useNewForm } from '@/ui/forms/use-draft-form'
import { OFFLINE } from '@/ui/offline-texts'
import { useToday } from '@/ui/use-now'
import { EMPTY_RECESS, recessDraft, recessSchema, type RecessForm as Typed } from './recess.schema'
import { overlappingRecess, overlapText, recessEffects, skippedByRecess, type RecessEffect } from './rules'
import { useGiveRecess, useRecesses } from './use-recess'

const { recess } = PACKAGE_FORMS

/** Gives a recess; what it does to each package is shown before. */
export function RecessForm({ onClose }: { onClose: () => void }) {
  const give = useGiveRecess()
  const { form, frame } = useNewForm({
    name: 'recess',
    schema: recessSchema,
    shape: recessDraft,
    defaults: () => EMPTY_RECESS,
    focus: 'from',
    focusAtOnce: true,
    create: (id, values) => give.mutateAsync({ id, ...values }),
    done: recess.done,
    failed: recess.giveFailed,
    onDone: onClose,
    onCancel: onClose,
    onFailure: ({ code, message }) => {
      if (code === 'invalid' || code === 'recess-overlaps') form.setError('until', { message })
    },
  })
  const { register, watch, formState } = form
  const { errors } = formState
  const days = { from: watch('from'), until: watch('until') }
  const effects = useEffects(days)
  const planned = usePlanned(days)
  const overlap = useOverlap(days)
  return (
    <div className="mb-5">
      <DraftForm
        frame={frame}
        label={recess.title}
        offline={OFFLINE.needs.rules}
        submit={recess.submit}
        pending={recess.pending}
      >
        <div className="grid gap-4 min-[400px]:grid-cols-2">
          <Field label={recess.from} required error={errors.from?.message}>
            {(aria) => <Input {...aria} {...register('from')} type="date" />}
          </Field>
          <Field label={recess.until} required error={errors.until?.message ?? overlap}>
            {(aria) => <Input {...aria} {...register('until')} type="date" />}
          </Field>
        </div>
        <p role="status" className="figures mt-4 min-h-6 font-bold">
          {effects && (effects.length + planned === 0 ? recess.none : recess.count(effects.length))}
          {effects && planned > 0 && `. ${recess.planned(planned)}`}
        </p>
      </DraftForm>
      {effects && effects.length > 0 && <Effects effects={effects} />}
    </div>
  )
}

/** What the typed days would do; null while they are incomplete. */
function useEffects(days: Typed): RecessEffect[] | null {
  const today = useToday()
  const { data } = useStudents()
  const checked = recessSchema.safeParse(days)
  if (!checked.success || data === undefined) return null
  const holders = data.map((student) => ({ ...student, anonymized: student.anonymized_at !== null }))
  return recessEffects(holders, checked.data, today)
}

/** Says that another recess has some of the typed days, as far as is known; the database decides. */
function useOverlap(days: Typed): string | undefined {
  const today = useToday()
  const { data = [] } = useRecesses()
  const checked = recessSchema.safeParse(days)
  const other = checked.success ? overlappingRecess(data, checked.data) : undefined
  return other && overlapText(other, today)
}

/** How many planned lessons the typed days would skip, as far as is known. */
function usePlanned(days: Typed): number {
  const checked = recessSchema.safeParse(days)
  const { from, until } = checked.success ? checked.data : { from: '', until: '' }
  const { data } = useAgenda(from, until, { enabled: checked.success })
  return data ? skippedByRecess(data.occurrences).length : 0
}

/** Old and new dates of every package; below the buttons, because there may be a hundred. */
function Effects({ effects }: { effects: readonly RecessEffect[] }) {
  return (
    <ul
      aria-label={recess.count(effects.length)}
      className="figures mt-5 flex flex-col divide-y divide-line rounded-lg border border-line px-3"
    >
      {effects.map((effect) => (
        <li key={effect.packageId} className="py-2">
          <span className="line-clamp-2 font-semibold">{effect.studentName}</span>
          <span className="flex flex-wrap justify-between gap-x-3 text-[15px] text-ink-soft">
            <span>{effect.packageName}</span>
            <span>
              {formatDate(effect.before)} → <b className="text-ink">{formatDate(effect.after)}</b>
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}
