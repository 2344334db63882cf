import type { Uuid } from '@/domain/shared/model'
import type { Created, Failure, Result } from '@/domain/shared/result'
import { toast } from '@/lib/browser/toast'
import { MESSAGES } from '@/texts/shared/messages'
import { toastFailure } from './toast-failure'
import type { Draft } from './use-draft'
import { useSingleFlight } from './use-single-flight'

export interface Creation<Values, Row> {
  /** A mutation, which also invalidates what it made stale. 'queued': it waits on this device and is sent later. */
  create: (id: Uuid, values: Values) => Promise<Created<Row> | Failure | 'queued'>
  /** Writes the corrected text over what is there; undefined where that is not possible. */
  correct?: (there: Row, values: Values) => Promise<Result<Row>> | undefined
  done: string
  failed: { title: string; description: string }
  /** What the coach has to know of a success. */
  warnings?: (row: Row) => string[]
  onDone: (row: Row) => Promise<never> | void
  onQueued?: () => Promise<never> | void
  /** For what belongs beside a field. */
  onFailure?: (failure: Failure) => void
}

/** Nobody edited this row since it was created. */
export const isUntouched = (row: { created_at: string; updated_at: string }): boolean =>
  row.created_at === row.updated_at

/**
 * Creates something from a form. Every form that creates follows this policy:
 *
 * - The draft's id is the id of what is created. It is stored before anything is sent and kept across retries, reloads
 *   and new logins, so that pressing again after a lost answer finds what is there.
 * - One request at a time: another press meanwhile does nothing.
 * - 'already-saved': an earlier press had arrived, and the text was corrected since. The correction is written over it
 *   when nobody has touched it; otherwise nothing is overwritten, and the coach is told.
 * - 'already-deleted': what is typed now is a new intention, under a new id.
 * - Every other failure is told; the text and the id stay.
 */
export function useCreate<Values, Row, Form>(creation: Creation<Values, Row>) {
  return useSingleFlight(
    async (
      values: Values,
      draft: Pick<Draft<Form>, 'id' | 'keep' | 'clear'>,
      typed: () => Form,
    ): Promise<void> => {
      draft.keep(typed())
      const created = await creation.create(draft.id, values)
      if (created === 'queued') {
        draft.clear()
        return creation.onQueued?.()
      }
      const isOther = created.success && created.outcome === 'already-saved'
      const correction = isOther ? creation.correct?.(created.data, values) : undefined
      const result = correction ? await correction : created
      if (!result.success) {
        toastFailure(creation.failed, result)
        creation.onFailure?.(result)
        if (result.code === 'already-deleted') {
          draft.clear()
          draft.keep(typed())
        }
        return
      }
      draft.clear()
      const lines = [
        ...(isOther && !correction ? [MESSAGES.common.alreadySaved] : []),
        ...(creation.warnings?.(result.data) ?? []),
      ]
      toast({
        title: creation.done,
        ...(lines.length > 0 ? { description: lines.join('. '), tone: 'warning' } : {}),
      })
      return creation.onDone(result.data)
    },
  )
}
