import * as z from 'zod/mini'
import { isWithin } from '@/agenda/rules'
import { useAgenda } from '@/agenda/use-agenda'
import { EXTENSION } from '@/core/constants'
import { formatDate, daysBetween, isLocalDate } from '@/core/dates'
import { requiredDay } from '@/core/fields.schema'
import { useCreditFacts } from '@/sessions/use-sessions'
import { useStudents } from '@/students/use-students'
import { DraftForm } from '@/ui/forms/draft-form'
import { DateField } from '@/ui/forms/fields'
import { useNewForm } from '@/ui/forms/use-draft-form'
import { OFFLINE } from '@/ui/offline-texts'
import { useToday } from '@/ui/use-now'
import { holdersOf, overlappingRecess, overlapText, recessEffects, skippedByRecess } from './rules'
import { RECESS as recess } from './texts'
import { useGiveRecess, useRecesses } from './use-recess'

/** The days of a recess (docs/product.md, 'Recess'). */
const recessSchema = z
  .object({ from: requiredDay(recess.fromRequired), until: requiredDay(recess.untilRequired) })
  .check(
    z.check(({ value, issues }) => {
      const message = untilProblem(value)
      if (message === null) return
      issues.push({ code: 'custom', input: value.until, path: ['until'], message, continue: true })
    }),
  )
const recessDraft = { version: 1, schema: recessSchema }
type Typed = z.input<typeof recessSchema>
const EMPTY_RECESS: Typed = { from: '', until: '' }

function untilProblem({ from, until }: { from: string; until: string }): string | null {
  if (!isLocalDate(from) || !isLocalDate(until)) return null
  if (until < from) return recess.reversed
  return daysBetween(from, until) >= EXTENSION.max ? recess.tooLong : null
}

/** Gives a recess; shows before saving what it does to each package. */
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
  const { effects, planned, overlap } = usePreview({ from: form.watch('from'), until: form.watch('until') })
  const longer = (effects ?? []).filter(({ before, after }) => before !== after)
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
          <DateField form={form} name="from" label={recess.from} required rechecks="until" />
          <DateField form={form} name="until" label={recess.until} required problem={overlap} />
        </div>
        <p role="status" className="figures mt-4 min-h-6 font-bold">
          {effects && (recess.does(longer.length, planned ?? 0) || (planned !== undefined && recess.none))}
        </p>
      </DraftForm>
      {/* Below the buttons, because there may be a hundred. */}
      {longer.length > 0 && (
        <ul
          aria-label={recess.count(longer.length)}
          className="figures mt-5 flex flex-col divide-y divide-line rounded-lg border border-line px-3"
        >
          {longer.map(({ packageId, packageName, studentName, before, after }) => (
            <li key={packageId} className="py-2">
              <span className="line-clamp-2 font-semibold">{studentName}</span>
              <span className="flex flex-wrap justify-between gap-x-3 text-[15px] text-ink-soft">
                <span>{packageName}</span>
                <span>
                  {formatDate(before)} → <b className="text-ink">{formatDate(after)}</b>
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** What the typed days would do, as far as this device knows; the database decides. */
function usePreview(typed: Typed) {
  const today = useToday()
  const { data: students } = useStudents()
  const { data: given = [] } = useRecesses()
  const { data: whole } = recessSchema.safeParse(typed)
  const other = whole && overlappingRecess(given, whole)
  // What is refused does nothing.
  const days = other ? undefined : whole
  const { data: agenda } = useAgenda(days?.from ?? '', days?.until ?? '', { enabled: days !== undefined })
  // While the days are being read, the agenda is still that of others.
  const isRead = days && agenda && isWithin({ from: days.from, to: days.until }, agenda.days)
  const listed = days && students && recessEffects(holdersOf(students), days, today)
  const studentIds = [...new Set(listed?.map(({ studentId }) => studentId))]
  const {
    data: read,
    isPlaceholderData,
    isError,
  } = useCreditFacts(studentIds.length > 0 ? { studentIds } : null)
  const facts = isPlaceholderData ? undefined : read
  const counting = facts?.extensions.filter(({ stands }) => stands)
  const known = days && facts && recessEffects(facts.students, days, today, counting)
  return {
    /** Undefined while the days are incomplete or refused, or the packages' extensions are not read yet. */
    effects: known ?? (studentIds.length === 0 || isError ? listed : undefined),
    /** The number of planned lessons and free hours that are skipped; undefined while it is not known. */
    planned: isRead ? skippedByRecess(agenda.occurrences).length : undefined,
    /** The message about another recess that has some of the days. */
    overlap: other && overlapText(other, today),
  }
}
