import { useEffect, useState } from 'react'
import type { Draft } from '@/ui/forms/use-draft'
import { useOutboxEntries } from './use-outbox'

/**
 * Ends a draft that the outbox has sent as it is: the app was closed or reloaded while the form was being saved.
 * Otherwise what is typed next would be saved under the id of what was sent, and replace it.
 *
 * @param options.afresh called if it was sent before the form was opened.
 * @param options.close called if it was sent while the form is open, as after saving.
 */
export function useDraftSent(
  draft: Pick<Draft<unknown>, 'id' | 'asSent' | 'clear'>,
  { saving, afresh, close }: { saving: boolean; afresh: () => void; close: () => void },
): void {
  const entries = useOutboxEntries()
  const isSent = () => draft.asSent && entries.some(({ id, state }) => id === draft.id && state === 'sent')
  const [wasSent] = useState(isSent)
  useEffect(() => {
    // What is being saved is told by its answer.
    if (saving || !isSent()) return
    if (wasSent) {
      afresh()
      return
    }
    draft.clear()
    close()
  })
}
