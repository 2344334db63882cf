import { useRef } from 'react'
import type { Uuid } from '@/core/model'

/**
 * Returns the operation id for a content (compared as JSON). A retry with the same content gets the same id, so that
 * the server applies it once; other content gets a new one (docs/product.md, 'Sent twice').
 */
export function useAttemptId(): (content: unknown) => Uuid {
  const attempt = useRef({ text: '', id: '' })
  return (content) => {
    const text = JSON.stringify(content)
    if (attempt.current.text !== text) attempt.current = { text, id: crypto.randomUUID() }
    return attempt.current.id
  }
}
