import {
  planRecess,
  planUndoRecess,
  recessEffects,
  undoable,
  type RecessIntent,
} from '@/domain/credits/plan-recess'
import type { ExtensionRow } from '@/domain/credits/plan-types'
import { toLocalDate } from '@/domain/shared/dates'
import type { Instant, Uuid } from '@/domain/shared/model'
import { failure, type Result } from '@/domain/shared/result'
import { asOwner } from '@/services/account/owner'
import { students } from '@/services/students/students'
import { success, toFailure } from '@/services/supabase/errors'
import type { Client } from '@/services/supabase/supabase'
import { PACKAGE_FORMS } from '@/texts/packages/package-forms'
import { writePackage } from './write-package'

const { recess: texts } = PACKAGE_FORMS

/** A recess that was given. */
export interface GivenRecess {
  id: Uuid
  reason: string
  createdAt: Instant
  /** Packages that have its days. */
  packages: number
}

type Row = ExtensionRow & { created_at: Instant }

/** The API answers at most this many rows. */
const LIST_CHUNK = 1000

async function readRows(client: Client, owner: Uuid, batchId: Uuid | null) {
  const rows: Row[] = []
  for (;;) {
    const all = client.from('package_extensions').select().eq('user_id', owner)
    const response = await (batchId === null ? all.not('batch_id', 'is', null) : all.eq('batch_id', batchId))
      .order('created_at', { ascending: false })
      .order('id')
      .range(rows.length, rows.length + LIST_CHUNK - 1)
    if (response.error) return toFailure(response, texts.listFailed)
    rows.push(...response.data)
    if (response.data.length < LIST_CHUNK) return rows
  }
}

export const recess = {
  /** Those that were given and not undone, newest first. */
  list: (): Promise<Result<GivenRecess[]>> =>
    asOwner(texts.listFailed, async (client, owner) => {
      const rows = await readRows(client, owner, null)
      if (!Array.isArray(rows)) return rows
      const given = new Map<Uuid, GivenRecess>()
      for (const { batch_id: id, reason, created_at: createdAt } of rows) {
        if (id === null) continue
        const before = given.get(id)?.packages ?? 0
        given.set(id, { id, reason, createdAt, packages: before + 1 })
      }
      return success([...given.values()])
    }),

  /** Gives the packages their days, all or nothing, once. */
  give: (intent: RecessIntent, only?: Uuid): Promise<Result<{ replayed: boolean }>> =>
    asOwner({ failed: texts.giveFailed.title, only }, async (client) => {
      const today = toLocalDate(new Date())
      const everyone = await students.list()
      if (!everyone.success) return everyone
      const holders = everyone.data.map((student) => ({
        ...student,
        anonymized: student.anonymized_at !== null,
      }))
      const concerned = recessEffects(holders, intent, today).map(({ studentId }) => studentId)
      if (concerned.length === 0) return failure('invalid', texts.none)
      const result = await writePackage(client, {
        studentIds: [...new Set(concerned)],
        decide: (facts, now) => planRecess(intent, facts, now, today),
        apply: (plan) => client.rpc('apply_session_plan', { plan }),
        failed: texts.giveFailed.title,
      })
      if ('code' in result) return result
      return success({ replayed: result.applied.replayed }, texts.done)
    }),

  /**
   * Takes the days back from the packages that are still there, and says how many of the `listed` ones were passed over.
   */
  undo: (
    { id, listed, opId }: { id: Uuid; listed: number; opId: Uuid },
    only?: Uuid,
  ): Promise<Result<{ passedOver: number }>> =>
    asOwner({ failed: texts.undoFailed.title, only }, async (client, owner) => {
      const rows = await readRows(client, owner, id)
      if (!Array.isArray(rows)) return rows
      // Undone already, by a request whose answer was lost or on another device.
      if (rows.length === 0) return success({ passedOver: 0 }, texts.undone)
      let passedOver = 0
      const result = await writePackage(client, {
        studentIds: [...new Set(rows.map(({ student_id }) => student_id))],
        decide: (facts, now) => {
          passedOver = Math.max(0, listed - undoable(rows, facts).length)
          return planUndoRecess(opId, rows, facts, now)
        },
        apply: (plan) => client.rpc('apply_session_plan', { plan }),
        failed: texts.undoFailed.title,
      })
      return 'code' in result ? result : success({ passedOver }, texts.undone)
    }),
}
