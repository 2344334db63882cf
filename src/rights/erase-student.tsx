import type { LucideIcon } from 'lucide-react'
import Trash2 from 'lucide-react/icons/trash'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import UserX from 'lucide-react/icons/user-x'
import { useRef, useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { formatMonth } from '@/core/dates'
import type { Student } from '@/core/model'
import { paths } from '@/core/paths'
import { formatBRL } from '@/core/prices'
import { tellRow } from '@/credits/tell'
import { painted } from '@/lib/browser/painted'
import { toast } from '@/lib/browser/toast'
import { STUDENT_MESSAGES } from '@/students/texts'
import { freedLines, useUpdateStudent } from '@/students/use-students'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/fields/field'
import { ChangeList } from '@/ui/forms/change-list'
import { useAction } from '@/ui/forms/use-action'
import { OfflineNotice } from '@/ui/offline-notice'
import { OFFLINE } from '@/ui/offline-texts'
import { ConfirmDialog } from '@/ui/overlay/confirm-dialog'
import { Skeleton, RetryButton } from '@/ui/states'
import {
  isReplaceable,
  MENTIONS_LISTED,
  mentionsLeft,
  type AnonymizedStudent,
  type RemovalChoice,
  type RemovalPreview,
} from './rules'
import { DATA_RIGHTS } from './texts'
import { isWord, TypedWord } from './typed-word'
import { useAnonymizeStudent, useRemovalPreview, useRemoveStudent, useWaitingCount } from './use-rights'

const texts = DATA_RIGHTS.student
const { anonymize, remove } = DATA_RIGHTS
const { service, toast: toasts } = STUDENT_MESSAGES

/** Beyond this many months the dialog names the first and the last only. */
const MONTHS_SHOWN = 3

/** Anonymises a student, after a list of what goes and what stays (docs/product.md, 'Anonymising a student'). */
export function AnonymizeStudent({ student }: { student: Student }) {
  const erase = useAnonymizeStudent()
  const [asking, setAsking] = useState(false)
  const [confirm, running] = useAction(
    (choice: RemovalChoice) => erase.mutateAsync({ id: student.id, ...choice }),
    {
      failed: anonymize.failed,
      done: null,
      onDone: (result, choice) => {
        setAsking(false)
        const replaced = result ? toldOf(result.data, choice) : []
        const freed = result ? freedLines(result.data) : []
        toast({ title: anonymize.done, description: [anonymize.doneText, ...replaced, ...freed].join(' ') })
      },
    },
  )
  return (
    <EraseStudent
      student={student}
      icon={UserX}
      texts={anonymize}
      asking={asking}
      setAsking={setAsking}
      anonymises
      pending={running}
      onConfirm={confirm}
    >
      {(preview, choice) => (
        <>
          <ChangeList kind="goes" title={texts.goes} items={anonymizeGoing(preview, choice)} />
          <ChangeList kind="stays" title={texts.stays} items={anonymizeStaying(preview, choice)} />
          <ChangeList kind="goes" title={anonymize.mentionsChange} items={mentioned(preview, choice, true)} />
          <ChangeList kind="stays" title={anonymize.mentions} items={mentioned(preview, choice, false)} />
          {mentionsLeft(preview.mentions, choice).length === MENTIONS_LISTED && (
            <p>{anonymize.firstMentions(MENTIONS_LISTED)}</p>
          )}
          <p className="font-bold">
            {anonymize.nothingNew}. {texts.irreversible}
          </p>
        </>
      )}
    </EraseStudent>
  )
}

interface DeleteStudentProps {
  student: Student
  /** Where the student is being edited: saves what is typed, with the status. Not while that is being saved. */
  inactivate?: (() => void) | undefined
  onDeleted: () => void
}

/** Deletes a student, after a list of what goes and an offer of 'inativo' (docs/product.md, 'Deleting a student'). */
export function DeleteStudent({ student, inactivate, onDeleted }: DeleteStudentProps) {
  const erase = useRemoveStudent()
  const update = useUpdateStudent()
  const [asking, setAsking] = useState(false)
  const [inactivateAlone, inactivating] = useAction(
    async () => {
      const result = await update.mutateAsync({ id: student.id, values: { status: 'inactive' } })
      setAsking(false)
      return result
    },
    {
      failed: toasts.saveFailed,
      done: null,
      onDone: (result) => {
        if (result) tellRow(result.data, (saved) => ({ title: service.updated, lines: freedLines(saved) }))
      },
    },
  )
  const [confirm, removing] = useAction(
    (choice: RemovalChoice, { mentions: _mentions, ...seen }: RemovalPreview) =>
      erase.mutateAsync({ id: student.id, ...choice, seen }),
    {
      failed: service.remove,
      done: null,
      also: 'student-not-found',
      onDone: (result) => {
        const [freed] = result ? freedLines(result.data) : []
        toast({ title: service.removed, ...(freed && { description: freed }) })
        onDeleted()
      },
    },
  )
  const isActive = student.status === 'active'
  return (
    <EraseStudent
      student={student}
      icon={Trash2}
      texts={remove}
      asking={asking}
      setAsking={setAsking}
      pending={removing}
      onConfirm={confirm}
    >
      {(preview, choice) => (
        <>
          {isBare(preview) ? (
            <p>{remove.nothing}</p>
          ) : (
            <>
              <ChangeList kind="goes" title={texts.goes} items={removeGoing(preview, choice)} />
              <ChangeList kind="stays" title={texts.stays} items={removeStaying(preview, choice)} />
            </>
          )}
          <p className="font-bold">
            {!isBare(preview) && `${remove.totals} `}
            {texts.irreversible}
          </p>
          {student.anonymized_at === null && (
            <div className="rounded-lg bg-sunken p-4">
              {isActive && (
                <>
                  <p className="mb-3">{remove.instead}</p>
                  <Button
                    tone="court"
                    className="w-full"
                    pending={inactivating}
                    pendingLabel="Inativando..."
                    onClick={() => {
                      if (!inactivate) return void inactivateAlone()
                      setAsking(false)
                      // Once the dialog has given the focus back, which a field that is wrong then takes.
                      void painted().then(inactivate)
                    }}
                  >
                    Inativar
                  </Button>
                </>
              )}
              {!isBare(preview) && <p className={isActive ? 'mt-3' : undefined}>{remove.keepFigures}</p>}
            </div>
          )}
        </>
      )}
    </EraseStudent>
  )
}

/** No lesson or package depends on this student, so removing one loses nothing that cannot be typed again. */
const isBare = (preview: RemovalPreview): boolean =>
  preview.lessons_alone + preview.lessons_in_groups + preview.packages === 0

const NOTHING_TYPED = { replaceMentions: false, typed: '', wrong: false }

/**
 * A button that opens the dialog for anonymising or deleting. The coach cannot confirm before the server has counted
 * what changes, decides about the notes of group lessons, and types a word unless nothing would be lost.
 */
function EraseStudent({
  student,
  icon: Icon,
  texts: { title, description, word: wordToType, waiting: waitingText, confirm: label, running },
  asking,
  setAsking,
  anonymises = false,
  pending,
  onConfirm,
  children,
}: {
  student: Student
  icon: LucideIcon
  texts: typeof anonymize | typeof remove
  asking: boolean
  setAsking: (asking: boolean) => void
  /** Anonymising: erases the notes of group lessons unless unticked, and may replace the name in other records. */
  anonymises?: boolean
  pending: boolean
  onConfirm: (choice: RemovalChoice, counted: RemovalPreview) => Promise<void>
  children: (preview: RemovalPreview, choice: RemovalChoice) => ReactNode
}) {
  const preview = useRemovalPreview(asking ? student.id : null)
  const waiting = useWaitingCount(student.id)
  const begin = { ...NOTHING_TYPED, eraseGroupNotes: anonymises }
  const [{ eraseGroupNotes, replaceMentions, typed, wrong }, setAnswers] = useState(begin)
  const answer = (more: Partial<typeof begin>) => setAnswers((before) => ({ ...before, ...more }))
  const input = useRef<HTMLInputElement>(null)

  const counted = preview.data
  const canReplace =
    anonymises && mentionsLeft(counted?.mentions ?? [], { eraseGroupNotes }).some(isReplaceable)
  const choice = { eraseGroupNotes, replaceMentions: canReplace && replaceMentions }
  const word = counted && (anonymises || !isBare(counted)) ? wordToType : null
  const confirm = () => {
    if (!counted) return
    const missing = word !== null && !isWord(typed, word)
    answer({ wrong: missing })
    if (missing) input.current?.focus()
    else void onConfirm(choice, counted)
  }

  return (
    <>
      <Button
        tone="ghost"
        size="sm"
        className="px-2.5 text-bad!"
        onClick={() => {
          setAnswers(begin)
          setAsking(true)
        }}
      >
        <Icon />
        {label}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={() => setAsking(false)}
        title={title}
        description={description(student.name)}
        confirmLabel={label}
        pendingLabel={running}
        pending={pending}
        canConfirm={counted !== undefined}
        onConfirm={confirm}
      >
        <div className="mt-4 flex flex-col gap-4">
          <OfflineNotice className="">{OFFLINE.needs.erase}</OfflineNotice>
          {counted === undefined && <Counting {...preview} />}
          {counted && (
            <>
              {children(counted, choice)}
              {counted.group_notes > 0 && (
                <Checkbox
                  label={texts.eraseGroupNotes(counted.group_notes)}
                  checked={eraseGroupNotes}
                  onChange={({ target }) => answer({ eraseGroupNotes: target.checked })}
                />
              )}
              {canReplace && (
                <Checkbox
                  label={anonymize.replaceMentions}
                  checked={replaceMentions}
                  onChange={({ target }) => answer({ replaceMentions: target.checked })}
                />
              )}
              {waiting > 0 && (
                <div className="rounded-lg bg-caution-soft px-4 py-2.5 text-caution">
                  <p className="flex items-start gap-2.5 font-semibold">
                    <TriangleAlert className="mt-0.5 size-5 shrink-0" />
                    <span>{waitingText(waiting)}</span>
                  </p>
                  <Link
                    to={paths.outbox.href()}
                    className="ml-7.5 inline-flex min-h-11 items-center font-bold underline underline-offset-4"
                  >
                    Ver pendências
                  </Link>
                </div>
              )}
              {word !== null && (
                <TypedWord
                  ref={input}
                  word={word}
                  value={typed}
                  onChange={(next) => answer({ typed: next, wrong: false })}
                  onEnter={confirm}
                  wrong={wrong}
                />
              )}
            </>
          )}
        </div>
      </ConfirmDialog>
    </>
  )
}

/** Shown while the server counts what the removal would change, or when counting failed. */
function Counting({ isError, error, isFetching, refetch }: ReturnType<typeof useRemovalPreview>) {
  if (!isError) {
    return (
      <div role="status" aria-label="Contando o que muda..." className="flex flex-col gap-3">
        <Skeleton className="h-5 w-3/4" />
        <Skeleton className="h-5 w-full" />
        <Skeleton className="h-5 w-2/3" />
      </div>
    )
  }
  return (
    <div role="alert" className="rounded-lg bg-bad-soft p-4 text-bad">
      <p className="font-bold">Não foi possível contar o que muda</p>
      <p>{error.message}</p>
      <RetryButton size="sm" className="mt-3 border-current text-bad" query={{ isFetching, refetch }} />
    </div>
  )
}

type Items = readonly (string | false)[]

const anonymizeGoing = (preview: RemovalPreview, { eraseGroupNotes }: RemovalChoice): Items => [
  anonymize.name,
  preview.feedback_texts > 0 && anonymize.feedbacks(preview.feedback_texts),
  preview.alone_notes > 0 && anonymize.notes(preview.alone_notes),
  preview.group_notes > 0 && eraseGroupNotes && texts.groupNotesGo(preview.group_notes),
  texts.link,
]

function anonymizeStaying(preview: RemovalPreview, { eraseGroupNotes }: RemovalChoice): Items {
  const lessons = preview.lessons_alone + preview.lessons_in_groups
  return [
    lessons > 0 && texts.lessons(lessons),
    preview.group_notes > 0 && !eraseGroupNotes && texts.groupNotesStay(preview.group_notes),
    preview.packages > 0 && texts.packages(preview.packages, preview.credits),
    preview.packages > 0 && anonymize.revenueStays(formatBRL(preview.revenue)),
    preview.open > 0 && texts.open(formatBRL(preview.open)),
  ]
}

/** The mentions that change, or those that stay. Two records may have the same text. */
function mentioned({ mentions }: RemovalPreview, choice: RemovalChoice, change: boolean): string[] {
  const listed = mentionsLeft(mentions, choice).filter(
    (mention) => (choice.replaceMentions === true && isReplaceable(mention)) === change,
  )
  return [...new Set(listed.map(anonymize.mention))]
}

/** What became of the name in other records, if the coach wanted it replaced. */
function toldOf({ replayed, replaced, mentions }: AnonymizedStudent, { replaceMentions }: RemovalChoice) {
  if (replaceMentions !== true) return []
  if (replayed) return [anonymize.replayed]
  const left: typeof replaced = {}
  for (const { place } of mentions) left[place] = (left[place] ?? 0) + 1
  const isAll = mentions.length < MENTIONS_LISTED
  return [
    ...(Object.keys(replaced).length > 0 ? [anonymize.replaced(replaced)] : []),
    ...(mentions.length > 0 ? [isAll ? anonymize.left(left) : anonymize.leftAtLeast(mentions.length)] : []),
  ]
}

const removeGoing = (preview: RemovalPreview, { eraseGroupNotes }: RemovalChoice): Items => [
  preview.lessons_alone > 0 && remove.lessons(preview.lessons_alone),
  preview.packages > 0 && texts.packages(preview.packages, preview.credits),
  preview.revenue > 0 && remove.revenue(formatBRL(preview.revenue), months(preview.revenue_by_month)),
  preview.open > 0 && texts.open(formatBRL(preview.open)),
  preview.payments > 0 && remove.payments(preview.payments, formatBRL(preview.received)),
  preview.feedbacks > 0 && remove.feedbacks(preview.feedbacks),
  preview.group_notes > 0 && eraseGroupNotes && texts.groupNotesGo(preview.group_notes),
  texts.link,
]

const removeStaying = (preview: RemovalPreview, { eraseGroupNotes }: RemovalChoice): Items => [
  preview.lessons_in_groups > 0 && remove.groups(preview.lessons_in_groups),
  preview.group_notes > 0 && !eraseGroupNotes && texts.groupNotesStay(preview.group_notes),
]

/** Each month with its amount, or only the first and the last of many. */
function months(revenue: RemovalPreview['revenue_by_month']): string {
  const [first, last] = [revenue[0], revenue.at(-1)]
  if (first && last && revenue.length > MONTHS_SHOWN) {
    return `de ${formatMonth(first.month)} a ${formatMonth(last.month)}`
  }
  return revenue
    .map(({ month, revenue: amount }) => `${formatBRL(amount)} de ${formatMonth(month)}`)
    .join(', ')
}
