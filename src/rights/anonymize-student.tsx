import UserX from 'lucide-react/icons/user-x'
import { useState } from 'react'
import { COMMON_MESSAGES } from '@/core/common-texts'
import type { Student } from '@/core/model'
import { formatBRL } from '@/core/prices'
import { toast } from '@/lib/browser/toast'
import { Button } from '@/ui/button'
import { ChangeList } from '@/ui/forms/change-list'
import { toastFailure } from '@/ui/forms/toast-failure'
import { useSingleFlight } from '@/ui/forms/use-single-flight'
import { DATA_RIGHTS, RIGHTS_LABELS } from './data-rights-texts'
import { EraseDialog } from './erase-dialog'
import {
  isReplaceable,
  MENTIONS_LISTED,
  mentionsLeft,
  type AnonymizedStudent,
  type CountedRemoval,
  type MentionPlace,
  type RemovalChoice,
} from './student-removal'
import type { RemovalPreview } from './student-removal'
import { useAnonymizeStudent } from './use-data-rights'

const texts = DATA_RIGHTS.anonymize

/** Takes away who a student is and keeps the accounts right, behind a question that says exactly what changes. */
export function AnonymizeStudent({ student }: { student: Student }) {
  const [asking, setAsking] = useState(false)
  const erase = useAnonymizeStudent()
  const [confirm, running] = useSingleFlight(async (choice: RemovalChoice) => {
    const result = await erase.mutateAsync({ id: student.id, ...choice })
    if (!result.success)
      return toastFailure({ title: texts.failed, description: COMMON_MESSAGES.tryAgain }, result)
    setAsking(false)
    toast({ title: texts.done, description: [texts.doneText, ...told(result.data, choice)].join(' ') })
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
        replaceLabel={texts.replaceMentions}
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
            <ChangeList kind="goes" title={texts.mentionsChange} items={named(preview, choice, true)} />
            <ChangeList kind="stays" title={texts.mentions} items={named(preview, choice, false)} />
            {preview.mentions.length === MENTIONS_LISTED && <p>{texts.firstMentions(MENTIONS_LISTED)}</p>}
            <p className="font-bold">
              {texts.nothingNew}. {DATA_RIGHTS.student.irreversible}
            </p>
          </>
        )}
      </EraseDialog>
    </>
  )
}

/** The mentions that change, or those that stay. Two records may say the same. */
function named({ mentions }: CountedRemoval, choice: RemovalChoice, change: boolean): string[] {
  const listed = mentionsLeft(mentions, choice).filter(
    (mention) => (choice.replaceMentions === true && isReplaceable(mention)) === change,
  )
  return [...new Set(listed.map(({ place, about, text }) => texts.mention(place, about, text)))]
}

/** What became of the name in other records, if the coach wanted it replaced. */
function told(
  { replayed, replaced, mentions }: AnonymizedStudent,
  { replaceMentions }: RemovalChoice,
): string[] {
  if (replaceMentions !== true) return []
  if (replayed) return [texts.replayed]
  const left: Partial<Record<MentionPlace, number>> = {}
  for (const { place } of mentions) left[place] = (left[place] ?? 0) + 1
  return [
    ...(Object.keys(replaced).length > 0 ? [texts.replaced(replaced)] : []),
    ...(mentions.length > 0 ? [texts.left(left)] : []),
  ]
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
