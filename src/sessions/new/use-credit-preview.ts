import type { RegistrationIntent } from '@/credits/intents'
import type { CreditFacts } from '@/credits/plan-types'
import { useConnection } from '@/ui/use-connection'
import { useCreditFacts } from '../use-sessions'

/** The facts with which the form shows what registering will do; without network the form goes without. */
export function useCreditPreview(
  participants: readonly { studentId: string }[],
  slot: RegistrationIntent['slot'],
): {
  /** False while nothing can be said: without network, or about somebody who waits in the outbox. */
  isKnowable: boolean
  /** null while they are read. */
  facts: CreditFacts | null
  failed: boolean
  retry: () => void
} {
  const { online } = useConnection()
  const studentIds = participants.map(({ studentId }) => studentId)
  const read = useCreditFacts(
    online && studentIds.length > 0
      ? { studentIds, ...(slot && { occurrences: [{ slot_id: slot.slotId, slot_date: slot.slotDate }] }) }
      : null,
  )
  const { data } = read
  const isWhole =
    data !== undefined &&
    !read.isPlaceholderData &&
    studentIds.every((id) => data.students.some((student) => student.id === id))
  return {
    isKnowable: online && studentIds.length > 0 && (isWhole || read.isFetching || read.isError),
    facts: isWhole ? data : null,
    failed: read.isError,
    retry: () => void read.refetch(),
  }
}
