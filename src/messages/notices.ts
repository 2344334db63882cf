import type { Instant, Uuid } from '@/core/model'
import type { MessageRequest } from './requests'

/** That a message was opened: for whom, about what, and when last. Never its text. */
export interface Notice {
  kind: string
  student_id: Uuid | null
  cause: string
  opened_at: Instant
}

const keyOf = (kind: string, student: Uuid | null, cause: string) => `${kind} ${student ?? ''} ${cause}`

/** When messages were opened last, by `openedAt`. */
export type OpenedMessages = ReadonlyMap<string, Instant>

export function openedMessages(notices: readonly Notice[]): OpenedMessages {
  return new Map(
    notices.map((notice) => [keyOf(notice.kind, notice.student_id, notice.cause), notice.opened_at]),
  )
}

/** When this message was opened last; null: never, or before `since`. */
export function openedAt(
  opened: OpenedMessages | undefined,
  { kind, student, cause }: MessageRequest,
  since?: Instant,
): Instant | null {
  const at = opened?.get(keyOf(kind, student?.id ?? null, cause))
  if (at === undefined || (since !== undefined && Date.parse(at) < Date.parse(since))) return null
  return at
}
