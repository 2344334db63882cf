import { useEffect } from 'react'
import type { Draft } from '@/ui/forms/use-draft'
import { isStored } from './rules'
import { useOutboxEntries } from './use-outbox'

/**
 * Ends the draft of an open form that the outbox has sent as it is: the app was closed or reloaded while the form was
 * being saved. Otherwise what is typed next would be saved under the id of what was sent, and replace it. A form that
 * is opened later has no such draft (`useOutboxSending`).
 *
 * @param options.close called then, as after saving.
 * @param options.typed what was typed since, which then is another row. Without it the text keeps the id: a corrected
 * lesson must not be registered twice.
 */
export function useDraftSent<Values>(
  draft: Pick<Draft<Values>, 'id' | 'asSent' | 'clear' | 'keep'>,
  { saving, close, typed }: { saving: boolean; close: () => void; typed?: () => Values },
): void {
  const entries = useOutboxEntries()
  useEffect(() => {
    const outcome = entries.find(({ id, state }) => id === draft.id && state === 'sent')?.outcome
    // What is being saved is told by its answer.
    if (saving || !outcome) return
    if (!draft.asSent) {
      if (typed === undefined) return
      draft.clear()
      draft.keep(typed())
    } else if (isStored(outcome)) {
      draft.clear()
      close()
    }
  })
}
