import type { PostgrestSingleResponse } from '@supabase/supabase-js'
import type { Uuid } from '@/core/model'
import type { Failure, FailureCode, Result } from '@/core/result'
import { inDoubt, success, toFailure } from './errors'
import { asOwner } from './owner'
import { mayHaveHappened, send, type NoAnswer } from './retry'
import type { Client } from './supabase'

/** Makes a request of the signed-in coach; called anew for each attempt. */
type Request<Data> = (client: Client, owner: Uuid) => PromiseLike<PostgrestSingleResponse<Data>>

/** SQLSTATE of a text that is not a UUID. */
const MALFORMED = '22P02'

/** The messages of a call, and who started it. */
export interface Call {
  failed: string
  done?: string
  /** Messages that replace the standard ones, by code. */
  special?: Partial<Record<FailureCode, string>>
  /** The coach who started the call. If another coach has signed in since, nothing is sent. */
  only?: Uuid | undefined
  /** Timeout of one attempt; by default `requestTimeoutMs`. */
  limitMs?: number
}

/** What was read. A proxy may answer null where the database never does: screens would break on it, and keep it. */
export const answered = <Data>(
  response: PostgrestSingleResponse<Data> | NoAnswer,
  failed: string,
  mayBeNone = false,
): Result<Data> =>
  response.error || (response.data === null && !mayBeNone)
    ? toFailure(response, failed)
    : success(response.data)

/** Reads with one request. Not retried: React Query repeats a failed query. */
export const read = <Data>(failed: string, request: Request<Data>): Promise<Result<Data>> =>
  asOwner(failed, async (client, owner) => answered(await request(client, owner), failed))

/** Reads one row: a success with null if there is none, or if the id is malformed. Not retried. `only` as in `Call`. */
export const readOne = <Data>(
  failed: string,
  request: Request<Data | null>,
  only?: Uuid,
): Promise<Result<Data | null>> =>
  asOwner({ failed, only }, async (client, owner) => {
    const response = await request(client, owner)
    if (response.error?.code === MALFORMED) return success(null)
    return answered(response, failed, true)
  })

/** Reads outside React Query, or while a coach waits for the result: transient failures are retried (`send`). */
export const readPatiently = <Data>(
  failed: string,
  request: Request<Data>,
  limitMs?: number,
): Promise<Result<Data>> =>
  asOwner(failed, async (client, owner) => {
    const { response } = await send(() => request(client, owner), limitMs)
    return answered(response, failed)
  })

/** Sends an idempotent write, retried after transient failures. `unknown`: the write may have been applied. */
export const write = <Data>(
  { failed, done, special, only, limitMs }: Call,
  request: Request<Data>,
): Promise<Result<Data>> =>
  asOwner({ failed, only }, async (client, owner) => {
    const sent = await send(() => request(client, owner), limitMs)
    const { response } = sent
    return response.error ? failedWrite(sent, failed, special) : success(response.data, done)
  })

/** The failure of a write; in doubt if the write may have been applied all the same. */
export function failedWrite(
  sent: Parameters<typeof mayHaveHappened>[0],
  failed: string,
  special?: Call['special'],
): Failure {
  const refused = toFailure(sent.response, failed, special)
  return mayHaveHappened(sent) ? inDoubt(refused) : refused
}

/** Maps the data of a success. */
export async function mapped<Data, Shape>(
  call: Promise<Result<Data>>,
  toShape: (data: Data) => Shape,
): Promise<Result<Shape>> {
  const result = await call
  return result.success ? { ...result, data: toShape(result.data) } : result
}

/** The API returns at most this many rows, and cuts a longer list without an error. */
export const MOST_ROWS = 1000

/** Reads all rows of a list in as many requests as needed. `page` reads a range, both ends included. */
export async function allRows<Row>(
  page: (from: number, to: number) => PromiseLike<PostgrestSingleResponse<Row[]>>,
): Promise<PostgrestSingleResponse<Row[]>> {
  const rows: Row[] = []
  for (;;) {
    const response = await page(rows.length, rows.length + MOST_ROWS - 1)
    if (response.error) return response
    rows.push(...response.data)
    if (response.data.length < MOST_ROWS) return { ...response, data: rows }
  }
}
