import { Suspense, useEffect } from 'react'
import { closeMessages, useOpenMessages } from '@/messages/use-message-requests'
import { lazyPage } from '@/ui/lazy-page'

const MessageSheet = lazyPage(() => import('@/messages/message-sheet'), 'MessageSheet')

/** The message that some screen asked for, over that screen or the next one. Signing out closes it. */
export function MessageHost() {
  const requests = useOpenMessages()
  useEffect(() => closeMessages, [])
  if (requests === null) return null
  return (
    <Suspense fallback={null}>
      <MessageSheet requests={requests} onClose={closeMessages} />
    </Suspense>
  )
}
