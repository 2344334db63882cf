import MessageCircle from 'lucide-react/icons/message-circle'
import { useState } from 'react'
import type { MessageRequest } from '@/messages/requests'
import { TOLD as texts } from '@/messages/texts'
import { openMessages } from '@/messages/use-message-requests'
import { useOpenedAt } from '@/messages/use-messages'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { CancelDayDialog } from './cancel-day-dialog'

/**
 * 'Cancelar as aulas de hoje' over the current screen. The screen keeps it mounted once it was opened, because it then
 * shows the card from which the students are told.
 */
export function CancelToday({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [toTell, setToTell] = useState<readonly MessageRequest[]>([])
  return (
    <>
      {toTell.length > 0 && <TellCard requests={toTell} onClose={() => setToTell([])} />}
      {open && <CancelDayDialog onClose={onClose} onCancelled={setToTell} />}
    </>
  )
}

/**
 * Shown after the lessons of a day were cancelled: opens the messages to their students, one after the other. The toast
 * beside it undoes the cancellation.
 */
function TellCard({ requests, onClose }: { requests: readonly MessageRequest[]; onClose: () => void }) {
  const openedAt = useOpenedAt()
  const left = requests.filter((request) => openedAt(request) === null)
  return (
    <Card className="mb-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <div role="status" className="min-w-0 flex-1 basis-56">
        <h2 className="text-[17px]">{texts.title}</h2>
        <p className="text-ink-soft">{left.length > 0 ? texts.left(left.length) : texts.done}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button tone="ghost" size="sm" onClick={onClose}>
          {texts.close}
        </Button>
        {left.length > 0 && (
          <Button size="sm" aria-haspopup="dialog" onClick={() => openMessages(left)}>
            <MessageCircle />
            {texts.action}
          </Button>
        )}
      </div>
    </Card>
  )
}
