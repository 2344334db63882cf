import { useEffect, useState } from 'react'
import type { Draft } from '@/ui/forms/use-draft'
import { isStored } from './rules'
import { useOutboxEntries } from './use-outbox'

/**
 * Ends a draft that the outbox has sent as it is: the app was closed or reloaded while the form was being saved.
 * Otherwise what is typed next would be saved under the id of what was sent, and replace it.
 *
 * @param options.afresh called if it was sent before the form was opened.
 * @param options.close called if it was sent while the form is open, as after saving.
 * @param options.typed what was typed since, which then is another row. Without it the text keeps the id: a corrected
 * lesson must not be registered twice.
 */
export function useDraftSent<Values>(
  draft: Pick<Draft<Values>, 'id' | 'asSent' | 'clear' | 'keep'>,
  {
    saving,
    afresh,
    close,
    typed,
  }: { saving: boolean; afresh: () => void; close: () => void; typed?: () => Values },
): void {
  const entries = useOutboxEntries()
  const outcomeOf = () => entries.find(({ id, state }) => id === draft.id && state === 'sent')?.outcome
  const [wasSent] = useState(() => outcomeOf() !== undefined)
  useEffect(() => {
    const outcome = outcomeOf()
    // What is being saved is told by its answer.
    if (saving || !outcome) return
    if (!draft.asSent) {
      if (typed === undefined) return
      draft.clear()
      draft.keep(typed())
    } else if (isStored(outcome)) {
      if (wasSent) return afresh()
      draft.clear()
      close()
    }
  })
}
