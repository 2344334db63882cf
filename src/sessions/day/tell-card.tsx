import MessageCircle from 'lucide-react/icons/message-circle'
import type { MessageRequest } from '@/messages/requests'
import { TOLD as texts } from '@/messages/texts'
import { openMessages } from '@/messages/use-message-requests'
import { useOpenedAt } from '@/messages/use-messages'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'

/**
 * After the lessons of a day were cancelled: their students, one message after the other. Beside the toast, not over it,
 * because that one undoes the cancelling.
 */
export function TellCard({
  requests,
  onClose,
}: {
  requests: readonly MessageRequest[]
  onClose: () => void
}) {
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
            <MessageCircle aria-hidden="true" />
            {texts.action}
          </Button>
        )}
      </div>
    </Card>
  )
}
