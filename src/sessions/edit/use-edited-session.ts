import { useState } from 'react'
import type { SessionDetails, Uuid } from '@/core/model'
import { useSession } from '../use-sessions'

/**
 * The session being edited. If a filter, another page or a new date took it off the list, it is read on its own. `gone`
 * means that it was deleted; the last known version is still returned, so that the typed text stays on screen.
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
