import { clsx } from 'clsx'
import MessageCircle from 'lucide-react/icons/message-circle'
import { Button, type ButtonProps } from '@/ui/button'
import type { MessageRequest } from './requests'
import { MESSAGE_TEXTS } from './texts'
import { openMessages } from './use-message-requests'

/**
 * Opens the text of a message, ready to be sent; one more press opens the chat (docs/product.md, 'Messages to
 * students'). `messages/requests.ts` makes the requests.
 */
export function MessageButton({
  request,
  label = MESSAGE_TEXTS.actions[request.kind],
  short = false,
  named = false,
  ...look
}: {
  request: MessageRequest
  label?: string
  /** Shows only the icon: on a phone (true), or always. */
  short?: boolean | 'always'
  /** Shows the student's name instead of the action, for several buttons together. */
  named?: boolean
} & Pick<ButtonProps, 'tone' | 'size' | 'className' | 'aria-describedby'>) {
  const name = request.student?.name
  return (
    <Button
      size="sm"
      aria-haspopup="dialog"
      aria-label={name ? MESSAGE_TEXTS.to(label, name) : undefined}
      {...look}
      onClick={() => openMessages([request])}
    >
      <MessageCircle />
      <span className={clsx('min-w-0 truncate', short && 'sr-only', short === true && 'sm:not-sr-only')}>
        {named && name ? name : label}
      </span>
    </Button>
  )
}
