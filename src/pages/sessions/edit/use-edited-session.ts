import { useState } from 'react'
import type { SessionDetails, Uuid } from '@/domain/shared/model'
import { useSession } from '@/hooks/sessions/use-sessions'

/**
 * The lesson that is being edited, whether or not the page on screen holds it: after a filter, another page or another
 * date it is read by itself. `gone` when it was deleted meanwhile; it then stays as it was last known, so that what
 * was typed stays on screen too.
 */
export function useEditedSession(
  id: Uuid | null,
  listed: readonly SessionDetails[] | undefined,
): { session: SessionDetails | null; gone: boolean } {
  const inList = listed?.find((session) => session.id === id)
  const { data: read, isFetching } = useSession(listed && !inList ? id : null)
  const [known, setKnown] = useState<SessionDetails | null>(null)
  const newest = inList ?? read ?? null
  if (newest && newest !== known) setKnown(newest)
  const last = newest ?? known
  const session = last && last.id === id ? last : null
  return { session, gone: id !== null && !inList && read === null && !isFetching }
}
