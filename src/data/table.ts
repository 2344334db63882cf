import type { SupabaseClient } from '@supabase/supabase-js'
import type { Uuid } from '@/core/model'
import { failure, type Created, type Result } from '@/core/result'
import { failedWrite, type Call } from './calls'
import { codeOf, created, hasValues, inDoubt, knownFailure, success, toFailure } from './errors'
import type { TypedDatabase } from './functions'
import { asOwner } from './owner'
import { send, type ProviderResponse } from './retry'

type Tables = TypedDatabase['public']['Tables']

/** The version of a row that the coach saw when the edit began. */
export type Seen = { updated_at: string }

type Creation = Call & { done: string; alreadyDeleted: string }

/** The filter for one row; without an id, for the coach's own row in `profiles`. */
const keyOf = (owner: Uuid, id: Uuid | null) => (id === null ? { id: owner } : { user_id: owner, id })

/**
 * The writes that all tables with a coach's own rows share. Each is idempotent and retried.
 *
 * @param missing the failure when a row does not exist.
 */
export function table<Name extends keyof Tables>(name: Name, missing: Parameters<typeof knownFailure>[0]) {
  type Row = Tables[Name]['Row']
  type Updatable = Tables[Name]['Update']
  type Values = Updatable & Partial<Row> & { [Column in Exclude<keyof Row, keyof Updatable>]?: never }
  // The types are stated, because supabase-js cannot infer them when the table is a parameter.
  const rows = (client: SupabaseClient) => client.from(name)
  const readRow = (client: SupabaseClient, owner: Uuid, id: Uuid | null) =>
    rows(client).select().match(keyOf(owner, id)).maybeSingle<Row>()

  return {
    /**
     * Creates a row under an id made by the client. A repeat leaves one row, and does not bring back a row deleted
     * since (failure 'already-deleted'). If the stored row differs from `compared`, the outcome is 'already-saved'. If
     * it exists but cannot be read, the failure is in doubt.
     */
    insertOnce: (id: Uuid, values: Values, call: Creation, compared = values): Promise<Created<Row>> =>
      asOwner(call, async (client, owner): Promise<Created<Row>> => {
        const row = { id, user_id: owner, ...values }
        const sent = await send(() => rows(client).insert(row).select().single<Row>())
        const { data } = sent.response
        if (data !== null) return created(true, data, call.done)
        if (codeOf(sent.response) === 'already-exists') {
          return storedEarlier<Row>(() => readRow(client, owner, id), compared, call)
        }
        return failedWrite(sent, call.failed, { 'already-deleted': call.alreadyDeleted })
      }),

    /**
     * Updates a row with optimistic locking: a row edited after it was `seen` is left alone (failure 'overtaken'). A
     * repeat that finds its own values succeeds.
     *
     * @param id null: the coach's own row in `profiles`.
     */
    update: (
      id: Uuid | null,
      values: Values,
      call: Call & { seen?: Seen | undefined },
    ): Promise<Result<Row>> =>
      asOwner(call, async (client, owner) => {
        const expected = { ...keyOf(owner, id), ...(call.seen && { updated_at: call.seen.updated_at }) }
        const { response } = await send(() =>
          rows(client).update(values).match(expected).select().maybeSingle<Row>(),
        )
        if (response.error) return toFailure(response, call.failed)
        if (response.data) return success(response.data, call.done)
        const { response: now } = await send(() => readRow(client, owner, id))
        if (now.error) return toFailure(now, call.failed)
        if (now.data === null) return knownFailure(missing)
        return hasValues(now.data, values) ? success(now.data, call.done) : knownFailure('overtaken')
      }),

    /** Updates a row; the last write wins. */
    set: (id: Uuid, values: Values, call: Call): Promise<Result<null>> =>
      asOwner(call, async (client, owner) => {
        const { response } = await send(() =>
          rows(client).update(values).match(keyOf(owner, id)).select('id'),
        )
        if (response.error) return toFailure(response, call.failed)
        return response.data.length === 0 ? knownFailure(missing) : success(null, call.done)
      }),

    /** Deletes a row. No row is the failure `missing`, unless an earlier attempt may have deleted it. */
    remove: (id: Uuid, call: Call): Promise<Result<null>> =>
      asOwner(call, async (client, owner, again) => {
        const { response, repeated } = await send(() =>
          rows(client).delete().match(keyOf(owner, id)).select('id'),
        )
        if (response.error) return toFailure(response, call.failed)
        const missed = response.data.length === 0 && !repeated && !again
        return missed ? knownFailure(missing) : success(null, call.done)
      }),
  }
}

/** Compares what an earlier request stored under a taken id with `values`. No row: it was deleted since. */
export async function storedEarlier<Row extends object>(
  read: () => PromiseLike<ProviderResponse & { data: Row | null }>,
  values: Partial<Row>,
  { failed, done, alreadyDeleted }: Creation,
): Promise<Created<Row>> {
  const { response: stored } = await send(read)
  if (stored.error) return inDoubt(toFailure(stored, failed))
  if (stored.data === null) return failure('already-deleted', alreadyDeleted)
  return created(hasValues(stored.data, values), stored.data, done)
}
