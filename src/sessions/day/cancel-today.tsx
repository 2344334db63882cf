import MessageCircle from 'lucide-react/icons/message-circle'
import { useState } from 'react'
import { useAgenda } from '@/agenda/use-agenda'
import type { Instant } from '@/core/model'
import { plannedLesson, type MessageRequest } from '@/messages/requests'
import { TOLD as texts } from '@/messages/texts'
import { openMessages } from '@/messages/use-message-requests'
import { useOpenedAt } from '@/messages/use-messages'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { CancelDayDialog } from './cancel-day-dialog'

/** 'Cancelar as aulas de hoje'. Stays mounted once opened, because it then shows the card that tells the students. */
export function CancelToday({ open, onClose }: { open: boolean; onClose: () => void }) {
  const openedAt = useOpenedAt()
  const [toTell, setToTell] = useState<readonly ToTell[]>([])
  const close = () => {
    setToTell([])
    // The pressed button goes with the card.
    document.querySelector('main')?.focus({ preventScroll: true })
  }
  return (
    <>
      {toTell.length > 0 && <TellCard toTell={toTell} onClose={close} />}
      {open && (
        <CancelDayDialog
          onClose={onClose}
          onCancelled={(requests, isUndone) =>
            setToTell((all) => [
              // Of other lessons, which were cancelled before, students may still have to be told.
              ...all.filter(({ request: { cause } }) => requests.every((each) => each.cause !== cause)),
              ...(isUndone
                ? []
                : requests.map((request) => ({ request, before: openedAt(request), since: Date.now() }))),
            ])
          }
        />
      )}
    </>
  )
}

interface ToTell {
  request: MessageRequest
  /** When its message was opened about an earlier cancellation, which was undone since; null: never. */
  before: Instant | null
  /** Milliseconds: when the lesson was cancelled. */
  since: number
}

/** Leaves out lessons that happen after all: the agenda that was read since has them again. */
function useStillCancelled(toTell: readonly ToTell[]): readonly ToTell[] {
  const day = toTell[0]?.request.lesson?.day ?? ''
  const { data, dataUpdatedAt, isPlaceholderData } = useAgenda(day, day)
  if (!data || isPlaceholderData) return toTell
  const happening = new Set([
    ...data.occurrences.flatMap((each) =>
      (each.reason ?? each.cancelled_reason) ? [] : [plannedLesson(each).cause, each.session_id],
    ),
    ...data.lessons.flatMap((each) => (each.cancelled_reason ? [] : [each.id])),
  ])
  return toTell.filter(({ request, since }) => dataUpdatedAt < since || !happening.has(request.cause))
}

/** After the lessons of a day were cancelled: opens the messages to their students, one after the other. */
function TellCard({ toTell, onClose }: { toTell: readonly ToTell[]; onClose: () => void }) {
  const openedAt = useOpenedAt()
  const cancelled = useStillCancelled(toTell)
  if (cancelled.length === 0) return null
  const left = cancelled.flatMap(({ request, before }) => (openedAt(request) === before ? request : []))
  const students = new Set(left.map(({ student }) => student?.id))
  return (
    <Card className="mb-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <div role="status" className="min-w-0 flex-1 basis-56">
        <h2 className="text-[17px]">{texts.title}</h2>
        <p className="text-ink-soft">{students.size > 0 ? texts.left(students.size) : texts.done}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button tone="ghost" size="sm" onClick={onClose}>
          {texts.close}
        </Button>
        {left.length > 0 && (
          <Button tone="court" size="sm" aria-haspopup="dialog" onClick={() => openMessages(left)}>
            <MessageCircle />
            {texts.action}
          </Button>
        )}
      </div>
    </Card>
  )
}
