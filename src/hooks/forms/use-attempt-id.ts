import { useRef } from 'react'
import type { Uuid } from '@/domain/shared/model'

/** The operation id of what is sent: the same content sent again is the same operation, other content is another one. */
export function useAttemptId(): (content: unknown) => Uuid {
  const attempt = useRef({ text: '', id: '' })
  return (content) => {
    const text = JSON.stringify(content)
    if (attempt.current.text !== text) attempt.current = { text, id: crypto.randomUUID() }
    return attempt.current.id
  }
}
