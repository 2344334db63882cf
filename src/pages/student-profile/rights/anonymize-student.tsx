import UserX from 'lucide-react/icons/user-x'
import { useState } from 'react'
import { ChangeList } from '@/components/forms/change-list'
import { Button } from '@/components/ui/button'
import type { RemovalChoice } from '@/domain/rights/student-removal'
import type { Student } from '@/domain/shared/model'
import { formatBRL } from '@/domain/shared/prices'
import { toastFailure } from '@/hooks/forms/toast-failure'
import { useSingleFlight } from '@/hooks/forms/use-single-flight'
import { useEraseStudent, type RemovalPreview } from '@/hooks/rights/use-data-rights'
import { toast } from '@/lib/browser/toast'
import { DATA_RIGHTS, RIGHTS_LABELS } from '@/texts/rights/data-rights'
import { MESSAGES } from '@/texts/shared/messages'
import { EraseDialog } from './erase-dialog'

const texts = DATA_RIGHTS.anonymize

/** Takes away who a student is and keeps the accounts right, behind a question that says exactly what changes. */
export function AnonymizeStudent({ student }: { student: Student }) {
  const [asking, setAsking] = useState(false)
  const erase = useEraseStudent('anonymize')
  const [confirm, running] = useSingleFlight(async (choice: RemovalChoice) => {
    const result = await erase.mutateAsync({ id: student.id, ...choice })
    if (!result.success)
      return toastFailure({ title: texts.failed, description: MESSAGES.common.tryAgain }, result)
    setAsking(false)
    toast({ title: texts.done, description: texts.doneText })
  })
  return (
    <>
      <Button tone="ghost" size="sm" className="px-2.5 text-bad!" onClick={() => setAsking(true)}>
        <UserX aria-hidden="true" />
        {RIGHTS_LABELS.anonymize}
      </Button>
      <EraseDialog
        open={asking}
        student={student}
        title={texts.title}
        description={texts.description(student.name)}
        wordFor={() => texts.word}
        erasesGroupNotes
        waitingText={texts.waiting}
        confirmLabel={texts.confirm}
        pendingLabel={texts.running}
        pending={running}
        onConfirm={(choice) => void confirm(choice)}
        onClose={() => setAsking(false)}
      >
        {(preview, choice) => (
          <>
            <ChangeList kind="goes" title={DATA_RIGHTS.student.goes} items={going(preview, choice)} />
            <ChangeList kind="stays" title={DATA_RIGHTS.student.stays} items={staying(preview, choice)} />
            {preview.mentions.length > 0 && (
              <ChangeList
                kind="stays"
                title={texts.mentions}
                items={preview.mentions.map(({ place, about, text }) => texts.mention(place, about, text))}
              />
            )}
            <p className="font-bold">
              {texts.nothingNew}. {DATA_RIGHTS.student.irreversible}
            </p>
          </>
        )}
      </EraseDialog>
    </>
  )
}

function going(
  { feedback_texts: texted, alone_notes: notes, group_notes: groupNotes }: RemovalPreview,
  { eraseGroupNotes }: RemovalChoice,
): string[] {
  return [
    texts.name,
    ...(texted > 0 ? [texts.feedbacks(texted)] : []),
    ...(notes > 0 ? [texts.notes(notes)] : []),
    ...(groupNotes > 0 && eraseGroupNotes ? [DATA_RIGHTS.student.groupNotesGo(groupNotes)] : []),
    texts.link,
  ]
}

function staying(
  {
    lessons_alone: alone,
    lessons_in_groups: inGroups,
    group_notes: groupNotes,
    packages,
    credits,
    revenue,
    open,
  }: RemovalPreview,
  { eraseGroupNotes }: RemovalChoice,
): string[] {
  const lessons = alone + inGroups
  return [
    ...(lessons > 0 ? [texts.lessonsStay(lessons)] : []),
    ...(groupNotes > 0 && !eraseGroupNotes ? [DATA_RIGHTS.student.groupNotesStay(groupNotes)] : []),
    ...(packages > 0 ? [texts.packagesStay(packages, credits), texts.revenueStays(formatBRL(revenue))] : []),
    ...(open > 0 ? [texts.openStays(formatBRL(open))] : []),
  ]
}
