/** Short messages between the tabs of this browser. */
export interface TabChannel<Message> {
  tell: (message: Message) => void
  listen: (listener: (message: Message) => void) => () => void
}

/** Without BroadcastChannel no message arrives, and nothing fails. */
export function tabChannel<Message>(
  name: string,
  isMessage: (data: unknown) => data is Message,
): TabChannel<Message> {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name)
  return {
    tell: (message) => channel?.postMessage(message),
    listen: (listener) => {
      const hear = ({ data }: MessageEvent<unknown>) => {
        if (isMessage(data)) listener(data)
      }
      channel?.addEventListener('message', hear)
      return () => channel?.removeEventListener('message', hear)
    },
  }
}
