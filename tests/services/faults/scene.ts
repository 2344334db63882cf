import type { Uuid } from '@/domain/shared/model'
import type { Result } from '@/domain/shared/result'
import { newEntry, type OutboxIntent } from '@/domain/outbox/outbox'
import { deliver } from '@/services/outbox/outbox-delivery'
import type { Backend, Coach } from '../../support/backend'
import type { Device } from '../device'
import type { Fault, Match } from './network-faults'

/** Where a write is tried out: one coach of one database. */
export interface Scene {
  backend: Backend
  coach: Coach
  device: Device
}

/** One intent of a coach: sent as often as wanted, it is the same intent. */
export interface Intended {
  send: () => Promise<Result<unknown>>
  /** What the database holds about it. */
  state: () => Promise<unknown>
  before: unknown
  after: unknown
  /** What a write of two requests leaves when only the first one was done; a repeat completes it. */
  half?: unknown
  /** Whose it is, when it is not the scene's coach. */
  coach?: Pick<Coach, 'email' | 'password'>
}

export interface Write {
  /** The service's function. */
  name: string
  /** The catalogue's message for a server that stumbles (src/texts). */
  failed: string
  /** The request that writes. */
  match: Match
  /** What a repeat is told after it was done, when that is no plain success. */
  again?: string
  /** The same, only where the first one was told to be done; otherwise the app knows what the repeat has found. */
  onceMore?: string
  /** What the second of two deliveries is told, when that is neither a success nor `again`. */
  doubled?: string
  /** Where this write speaks otherwise than the others. */
  says?: Partial<Record<Fault['told'], string>>
  /** Nobody but the coach asks again: true for what is no request to the Data API. */
  isAskedOnce?: true
  /** Needs no login, or none that could be renewed. */
  isLoginless?: true
  /** A server's wish for a pause is told, not followed. */
  isImpatient?: true
  intend: (scene: Scene) => Promise<Intended>
}

/** A query that answers one text per row, past row-level security. */
export async function lines({ backend }: Scene, query: string, ...values: string[]): Promise<string[]> {
  const rows = await backend.sql<{ line: string }>(query, values)
  return rows.map(({ line }) => line)
}

/** Sends an entry of the outbox as its sender does. */
export async function delivered(owner: Uuid, id: Uuid, intent: OutboxIntent): Promise<Result<unknown>> {
  const entry = newEntry({ id, owner, intent, names: {}, unknown: false }, [], new Date())
  const attempt = await deliver(entry, owner, 0)
  return attempt.done ? { success: true, data: attempt.outcome } : attempt.failure
}
