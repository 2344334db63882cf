import { COMMON_MESSAGES } from '@/core/common-texts'
import type { Uuid } from '@/core/model'
import type { Created, Failure, Result } from '@/core/result'
import { tellRow } from '@/credits/tell'
import type { Opened } from '@/credits/untold'
import type { ToastAction } from '@/lib/browser/toast'
import { toastFailure } from './toast-failure'
import type { Draft } from './use-draft'
import { useSingleFlight } from './use-single-flight'

export interface Creation<Values, Row> {
  /** The mutation. 'queued' means that it is pending on this device and will be sent later. */
  create: (id: Uuid, values: Values) => Promise<Created<Row> | Failure | 'queued'>
  /** Overwrites the stored row with the values corrected since; undefined if that is not allowed. */
  correct?: (stored: Row, values: Values) => Promise<Result<Row>> | undefined
  done: string
  failed: { title: string; description: string }
  /** What the coach must know although it succeeded. */
  warnings?: (row: Opened<Row>) => string[]
  /** `done` says what becomes of the occurrences of the agenda. */
  namesAgenda?: true
  /** The button of the toast, unless the row is not what was typed. */
  action?: (row: Opened<Row>, id: Uuid, values: Values) => ToastAction | undefined
  /** `isOther`: not what was typed, but what an earlier request saved; the coach is led to it. */
  onDone: (row: Opened<Row>, isOther: boolean) => Promise<never> | void
  onQueued?: (id: Uuid, values: Values) => Promise<never> | void
  /** Called after the toast, to show the failure beside a field as well. */
  onFailure?: (failure: Failure) => void
}

/** True if the row has not been edited since it was created. */
export const isUntouched = (row: { created_at: string; updated_at: string }): boolean =>
  row.created_at === row.updated_at

/**
 * Creates a row from a form, with one policy for all forms (docs/product.md, 'Sent twice'):
 *
 * - The row gets the draft's id. The draft is stored before the request and survives retries, reloads and new logins, so
 *   that a retry after a lost answer finds the row instead of creating a second one.
 * - One request at a time: another press meanwhile does nothing.
 * - 'already-saved': an earlier request had arrived, with other values. The row is corrected if nobody has edited it;
 *   otherwise nothing is overwritten, and the coach is told.
 * - 'already-deleted': the failure is shown, and the next press creates another row under a new id.
 * - Any other failure is shown; text and id stay for a retry.
 */
export function useCreate<Values, Row, Form>(creation: Creation<Values, Row>) {
  return useSingleFlight(
    async (
      values: Values,
      draft: Pick<Draft<Form>, 'id' | 'keep' | 'clear'>,
      typed: () => Form,
    ): Promise<void> => {
      draft.keep(typed())
      const { id } = draft
      const created = await creation.create(id, values)
      if (created === 'queued') {
        draft.clear()
        return creation.onQueued?.(id, values)
      }
      const isAlreadySaved = created.success && created.outcome === 'already-saved'
      const correction = isAlreadySaved ? creation.correct?.(created.data, values) : undefined
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
      const isOther = isAlreadySaved && !correction
      // Of what an earlier request saved it tells what that one did.
      const saved = tellRow(result.data, (row) => ({
        title: isOther ? COMMON_MESSAGES.notAsTyped : creation.done,
        warnings: [...(isOther ? [COMMON_MESSAGES.alreadySaved] : []), ...(creation.warnings?.(row) ?? [])],
        namesOwed: creation.warnings !== undefined,
        ...(creation.namesAgenda && { namesAgenda: true }),
        action: isOther ? undefined : creation.action?.(row, id, values),
      }))
      return creation.onDone(saved, isOther)
    },
  )
}
