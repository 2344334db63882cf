import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { useRef, useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Student } from '@/core/model'
import { paths } from '@/core/paths'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/fields/checkbox'
import { OfflineNotice } from '@/ui/offline-notice'
import { OFFLINE } from '@/ui/offline-texts'
import { ConfirmDialog } from '@/ui/overlay/confirm-dialog'
import { Skeleton } from '@/ui/skeleton'
import { useConnection } from '@/ui/use-connection'
import { DATA_RIGHTS } from './data-rights-texts'
import { isReplaceable, mentionsLeft, type RemovalChoice } from './student-removal'
import type { CountedRemoval, RemovalPreview } from './student-removal'
import { isWord, TypedWord } from './typed-word'
import { useRemovalPreview, useWaitingCount } from './use-data-rights'

const texts = DATA_RIGHTS.student

/**
 * Asks before a student is anonymised or removed. What that changes is counted by the server first, and nothing can be
 * confirmed before it is told; the notes of group lessons are the coach's choice; a word has to be typed where `wordFor` asks for one.
 */
export function EraseDialog({
  open,
  student,
  title,
  description,
  wordFor,
  erasesGroupNotes,
  replaceLabel,
  waitingText,
  confirmLabel,
  pendingLabel,
  pending,
  onConfirm,
  onClose,
  children,
}: {
  open: boolean
  student: Pick<Student, 'id'>
  title: string
  description: string
  /** The word to type before this can be confirmed; null for none. */
  wordFor: (preview: RemovalPreview) => string | null
  /** What is chosen about the notes of group lessons until the coach says otherwise. */
  erasesGroupNotes: boolean
  /** The choice to replace the name in other records; none without it. */
  replaceLabel?: string
  waitingText: (count: number) => string
  confirmLabel: string
  pendingLabel: string
  pending: boolean
  onConfirm: (choice: RemovalChoice) => void
  onClose: () => void
  /** What changes. */
  children: (preview: CountedRemoval, choice: RemovalChoice) => ReactNode
}) {
  const preview = useRemovalPreview(open ? student.id : null)
  const waiting = useWaitingCount(student.id)
  const { online } = useConnection()
  const [eraseGroupNotes, setEraseGroupNotes] = useState(erasesGroupNotes)
  const [replaceMentions, setReplaceMentions] = useState(false)
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const [wasOpen, setWasOpen] = useState(open)
  if (wasOpen !== open) {
    setWasOpen(open)
    setEraseGroupNotes(erasesGroupNotes)
    setReplaceMentions(false)
    setTyped('')
    setWrong(false)
  }

  const counted = preview.data
  const canReplace =
    replaceLabel !== undefined &&
    mentionsLeft(counted?.mentions ?? [], { eraseGroupNotes }).some(isReplaceable)
  const choice = { eraseGroupNotes, replaceMentions: canReplace && replaceMentions }
  const word = counted ? wordFor(counted) : null
  const confirm = () => {
    if (!counted) return
    const missing = word !== null && !isWord(typed, word)
    setWrong(missing)
    if (missing) input.current?.focus()
    else onConfirm(choice)
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onClose}
      title={title}
      description={description}
      confirmLabel={confirmLabel}
      pendingLabel={pendingLabel}
      pending={pending}
      canConfirm={counted !== undefined}
      onConfirm={confirm}
    >
      <div className="mt-4 flex flex-col gap-4">
        <OfflineNotice online={online} className="">
          {OFFLINE.needs.erase}
        </OfflineNotice>
        {counted ? (
          <>
            {children(counted, choice)}
            {counted.group_notes > 0 && (
              <Checkbox
                label={texts.eraseGroupNotes(counted.group_notes)}
                checked={eraseGroupNotes}
                onChange={({ target }) => setEraseGroupNotes(target.checked)}
              />
            )}
            {canReplace && (
              <Checkbox
                label={replaceLabel}
                checked={replaceMentions}
                onChange={({ target }) => setReplaceMentions(target.checked)}
              />
            )}
            {waiting > 0 && (
              <div className="rounded-lg bg-caution-soft px-4 py-2.5 text-caution">
                <p className="flex items-start gap-2.5 font-semibold">
                  <TriangleAlert className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
                  <span>{waitingText(waiting)}</span>
                </p>
                <Link
                  to={paths.outbox.href()}
                  className="ml-7.5 inline-flex min-h-11 items-center font-bold underline underline-offset-4"
                >
                  {texts.openInOutbox}
                </Link>
              </div>
            )}
            {word !== null && (
              <TypedWord
                ref={input}
                word={word}
                value={typed}
                onChange={(next) => {
                  setTyped(next)
                  setWrong(false)
                }}
                onEnter={confirm}
                wrong={wrong}
              />
            )}
          </>
        ) : preview.isError ? (
          <div role="alert" className="rounded-lg bg-bad-soft p-4 text-bad">
            <p className="font-bold">{texts.loadFailed}</p>
            <p>{preview.error.message}</p>
            <Button
              tone="outline"
              size="sm"
              className="mt-3 border-current text-bad"
              pending={preview.isFetching}
              pendingLabel="Tentando..."
              onClick={() => void preview.refetch()}
            >
              Tentar novamente
            </Button>
          </div>
        ) : (
          <div role="status" aria-label={texts.loading} className="flex flex-col gap-3">
            <Skeleton className="h-5 w-3/4" />
            <Skeleton className="h-5 w-full" />
            <Skeleton className="h-5 w-2/3" />
          </div>
        )}
      </div>
    </ConfirmDialog>
  )
}
