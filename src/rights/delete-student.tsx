import Trash2 from 'lucide-react/icons/trash'
import { useState } from 'react'
import { COMMON_MESSAGES } from '@/core/common-texts'
import { formatMonth } from '@/core/dates'
import type { Student } from '@/core/model'
import { formatBRL } from '@/core/prices'
import { toast } from '@/lib/browser/toast'
import { STUDENT_MESSAGES } from '@/students/texts'
import { useUpdateStudent } from '@/students/use-students'
import { Button } from '@/ui/button'
import { ChangeList } from '@/ui/forms/change-list'
import { toastFailure } from '@/ui/forms/toast-failure'
import { useSingleFlight } from '@/ui/forms/use-single-flight'
import { DATA_RIGHTS, RIGHTS_LABELS } from './data-rights-texts'
import { EraseDialog } from './erase-dialog'
import type { RemovalChoice } from './student-removal'
import type { RemovalPreview } from './student-removal'
import { useRemoveStudent } from './use-data-rights'

const { service, toast: toasts } = STUDENT_MESSAGES
const texts = DATA_RIGHTS.remove

/** More of them are told as a span. */
const MONTHS_SHOWN = 3

/** Removing a student, after a dialog that lists what will be deleted and offers 'inativo' first (docs/product.md, 'Deleting a student'). */
export function DeleteStudent({
  student,
  onInactivated,
  onDeleted,
}: {
  student: Student
  onInactivated: () => void
  onDeleted: () => void
}) {
  const [asking, setAsking] = useState(false)
  const erase = useRemoveStudent()
  const update = useUpdateStudent()

  const [inactivate, inactivating] = useSingleFlight(async () => {
    const result = await update.mutateAsync({ id: student.id, values: { status: 'inactive' } })
    setAsking(false)
    if (result.success) {
      toast({ title: service.updated })
      onInactivated()
    } else toastFailure(toasts.saveFailed, result)
  })
  const [confirm, removing] = useSingleFlight(async (choice: RemovalChoice) => {
    const result = await erase.mutateAsync({ id: student.id, ...choice })
    // Already deleted counts as success.
    if (result.success || result.code === 'student-not-found') {
      toast({ title: service.removed })
      onDeleted()
      return
    }
    toastFailure({ title: service.remove, description: COMMON_MESSAGES.tryAgain }, result)
  })

  return (
    <>
      <Button tone="ghost" size="sm" className="px-2.5 text-bad!" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden="true" />
        {RIGHTS_LABELS.remove}
      </Button>
      <EraseDialog
        open={asking}
        student={student}
        title={texts.title}
        description={texts.description(student.name)}
        // A student who was only just added can be typed in again.
        wordFor={(preview) => (isBare(preview) ? null : texts.word)}
        erasesGroupNotes={false}
        waitingText={texts.waiting}
        confirmLabel={RIGHTS_LABELS.remove}
        pendingLabel="Removendo..."
        pending={removing}
        onConfirm={(choice) => void confirm(choice)}
        onClose={() => setAsking(false)}
      >
        {(preview, choice) => (
          <>
            {isBare(preview) ? (
              <p>{texts.nothing}</p>
            ) : (
              <>
                <ChangeList kind="goes" title={DATA_RIGHTS.student.goes} items={going(preview, choice)} />
                <ChangeList kind="stays" title={DATA_RIGHTS.student.stays} items={staying(preview, choice)} />
              </>
            )}
            <p className="font-bold">
              {!isBare(preview) && `${texts.totals} `}
              {DATA_RIGHTS.student.irreversible}
            </p>
            {student.anonymized_at === null && (
              <div className="rounded-lg bg-sunken p-4">
                {student.status === 'active' && (
                  <>
                    <p className="mb-3">{texts.instead}</p>
                    <Button
                      tone="court"
                      className="w-full"
                      pending={inactivating}
                      pendingLabel="Inativando..."
                      onClick={() => void inactivate()}
                    >
                      Inativar
                    </Button>
                  </>
                )}
                {!isBare(preview) && (
                  <p className={student.status === 'active' ? 'mt-3' : undefined}>{texts.keepFigures}</p>
                )}
              </div>
            )}
          </>
        )}
      </EraseDialog>
    </>
  )
}

/** Nothing depends on this student yet. */
function isBare({ lessons_alone: alone, lessons_in_groups: inGroups, packages }: RemovalPreview): boolean {
  return alone + inGroups + packages === 0
}

function going(preview: RemovalPreview, { eraseGroupNotes }: RemovalChoice): string[] {
  const {
    lessons_alone: alone,
    packages,
    credits,
    revenue,
    open,
    payments,
    received,
    feedbacks,
    group_notes: groupNotes,
  } = preview
  return [
    ...(alone > 0 ? [texts.lessons(alone)] : []),
    ...(packages > 0 ? [texts.packages(packages, credits)] : []),
    ...(revenue > 0 ? [texts.revenue(formatBRL(revenue), months(preview.revenue_by_month))] : []),
    ...(open > 0 ? [texts.open(formatBRL(open))] : []),
    ...(payments > 0 ? [texts.payments(payments, formatBRL(received))] : []),
    ...(feedbacks > 0 ? [texts.feedbacks(feedbacks)] : []),
    ...(groupNotes > 0 && eraseGroupNotes ? [DATA_RIGHTS.student.groupNotesGo(groupNotes)] : []),
    texts.link,
  ]
}

function staying(
  { lessons_in_groups: inGroups, group_notes: groupNotes }: RemovalPreview,
  { eraseGroupNotes }: RemovalChoice,
): string[] {
  return [
    ...(inGroups > 0 ? [texts.groups(inGroups)] : []),
    ...(groupNotes > 0 && !eraseGroupNotes ? [DATA_RIGHTS.student.groupNotesStay(groupNotes)] : []),
  ]
}

/** Each month with its amount, or from when to when where they are many. */
function months(revenue: RemovalPreview['revenue_by_month']): string {
  const [first, last] = [revenue[0], revenue.at(-1)]
  if (first && last && revenue.length > MONTHS_SHOWN) {
    return texts.fromTo(formatMonth(first.month), formatMonth(last.month))
  }
  return revenue
    .map(({ month, revenue: amount }) => texts.ofMonth(formatMonth(month), formatBRL(amount)))
    .join(', ')
}
