import type { PostgrestSingleResponse } from '@supabase/supabase-js'
import type { Uuid } from '@/core/model'
import type { FailureCode, Result } from '@/core/result'
import { inDoubt, success, toFailure } from './errors'
import { asOwner } from './owner'
import { mayHaveHappened, send } from './retry'
import type { Client } from './supabase'

/** A request of the signed-in coach, made anew for each attempt. */
type Request<Data> = (client: Client, owner: Uuid) => PromiseLike<PostgrestSingleResponse<Data>>

/** The text is no UUID. */
const MALFORMED = '22P02'

/** What is said of a call, and who asked. */
export interface Call {
  failed: string
  done?: string
  /** Messages of this call for some codes. */
  special?: Partial<Record<FailureCode, string>>
  /** The coach who asked: if somebody else signed in meanwhile, nothing is sent. */
  only?: Uuid | undefined
  /** Limit of one attempt. */
  limitMs?: number
}

/** Reads with one request; React Query repeats a failed one. */
export const read = <Data>(failed: string, request: Request<Data>): Promise<Result<Data>> =>
  asOwner(failed, async (client, owner) => {
    const response = await request(client, owner)
    return response.error ? toFailure(response, failed) : success(response.data)
  })

/** Reads one row: a success with null if there is none, also for a malformed id. */
export const readOne = <Data>(failed: string, request: Request<Data | null>): Promise<Result<Data | null>> =>
  asOwner(failed, async (client, owner) => {
    const response = await request(client, owner)
    if (response.error?.code === MALFORMED) return success(null)
    return response.error ? toFailure(response, failed) : success(response.data)
  })

/** Reads what nothing else repeats, or what a coach waits for: repeated after passing failures. */
export const readPatiently = <Data>(
  failed: string,
  request: Request<Data>,
  limitMs?: number,
): Promise<Result<Data>> =>
  asOwner(failed, async (client, owner) => {
    const { response } = await send(() => request(client, owner), limitMs)
    return response.error ? toFailure(response, failed) : success(response.data)
  })

/**
 * Sends a write that may be sent twice; repeated after passing failures. A failure says whether it may have happened.
 */
export const write = <Data>(
  { failed, done, special, only, limitMs }: Call,
  request: Request<Data>,
): Promise<Result<Data>> =>
  asOwner({ failed, only }, async (client, owner) => {
    const sent = await send(() => request(client, owner), limitMs)
    const { response } = sent
    if (!response.error) return success(response.data, done)
    const refused = toFailure(response, failed, special)
    return mayHaveHappened(sent) ? inDoubt(refused) : refused
  })

/** The answer in another shape. */
export async function mapped<Data, Shape>(
  call: Promise<Result<Data>>,
  toShape: (data: Data) => Shape,
): Promise<Result<Shape>> {
  const result = await call
  return result.success ? { ...result, data: toShape(result.data) } : result
}

/** The API answers at most this many rows, and cuts a longer list without an error. */
export const MOST_ROWS = 1000

/** All rows of a list, in as many requests as that takes. `page` asks for a range, both ends included. */
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
