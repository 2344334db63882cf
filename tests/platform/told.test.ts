import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { UseMutationResult } from '@tanstack/react-query'
import { describe, expect, expectTypeOf, it } from 'vitest'
import type { agenda } from '@/agenda/data'
import type { Result } from '@/core/result'
import type { StudentEffect } from '@/credits/effects'
import { tell } from '@/credits/tell'
import type { HasEffects, Untold } from '@/credits/untold'
import type { packageEdits } from '@/packages/package-edits-data'
import type { packagePlans } from '@/packages/package-plans-data'
import type { paymentPlans } from '@/payments/data'
import type { recess } from '@/recess/data'
import type { sessions } from '@/sessions/data'
import type { lessonPlans } from '@/sessions/lesson-plans-data'
import { callers, untoldDropped } from './untold-dropped'

const HERE = 'tests/platform/told.test.ts'
const SRC = path.resolve(import.meta.dirname, '../../src')
const WRITES = /rpc\('(apply_session_plan|sell_package|apply_payment_plan|apply_slot_plan)'/

interface Saved {
  effects: StudentEffect[]
  undo: string
}
/** Never called. The check must find the functions listed below in this file by name, and none of the others. */
declare const sell: () => Promise<Result<Untold<Saved>>>
declare const sale: UseMutationResult<Result<Untold<Saved>>, Error, void>
declare const say: (words: unknown) => void
const PLANTED = {
  says: async () => {
    const dropped = await sell()
    if (dropped.success) say(dropped.message)
  },
  takesApart: async () => {
    const { success } = await sell()
    return success
  },
  forgets: () => void sell(),
  mutates: () => sale.mutate(),
  hides: async (): Promise<Result<unknown>> => sell(),
  handsToAnybody: async () => {
    const hidden = await sell()
    say(hidden)
  },
}
const FINE = {
  tells: async () => {
    const result = await sell()
    if (!result.success) return say(result.message)
    return tell(result.data, { title: 'Vendido' })
  },
  answers: () => sell(),
  gathers: async () => {
    const sold: Untold<Saved>[] = []
    const each = await sell()
    if (each.success) sold.push(each.data)
    return sold
  },
}

/** The data of a service's success. */
type Answered<Service> = Service extends (...asked: never) => Promise<infer Answer>
  ? Extract<Answer, { success: true }> extends { data: infer Data }
    ? Data
    : never
  : never

/** Names of the services whose data is not `Untold`. */
type OpenWrites<Services> = {
  [Name in keyof Services]: Answered<Services[Name]> extends Untold<HasEffects> ? never : Name
}[keyof Services]

describe('a write of credits, validity, feedback, skips or money', () => {
  it('hides what it answered: neither its undo nor its effects can be read untold', () => {
    expectTypeOf<Untold<Saved>>().not.toHaveProperty('undo')
    expectTypeOf<Untold<Saved>>().not.toHaveProperty('effects')
    expectTypeOf<Saved>().not.toExtend<Untold<Saved>>()
    expectTypeOf<
      OpenWrites<{ planted: () => Promise<{ success: true; data: Saved }> }>
    >().toEqualTypeOf<'planted'>()
  })

  it('answers so wherever it is, and what answers otherwise only reads', () => {
    expectTypeOf<OpenWrites<typeof lessonPlans>>().toBeNever()
    expectTypeOf<OpenWrites<typeof sessions>>().toEqualTypeOf<
      'listPage' | 'listByStudent' | 'feedbacksByStudent' | 'get' | 'previewFacts'
    >()
    expectTypeOf<OpenWrites<typeof packagePlans>>().toEqualTypeOf<
      'extensions' | 'owedLessons' | 'lastSale' | 'recentSales'
    >()
    expectTypeOf<OpenWrites<typeof packageEdits>>().toBeNever()
    expectTypeOf<OpenWrites<typeof paymentPlans>>().toBeNever()
    expectTypeOf<OpenWrites<typeof recess>>().toEqualTypeOf<'list'>()
    expectTypeOf<OpenWrites<Pick<typeof agenda, 'applySlotPlan'>>>().toBeNever()
  })

  it('is sent by these services alone', async () => {
    const files = await readdir(SRC, { recursive: true })
    const sources = await Promise.all(
      files
        .filter((file) => file.endsWith('.ts'))
        .map(async (file) => ({ file, source: await readFile(path.join(SRC, file), 'utf8') })),
    )
    const writers = sources.filter(({ source }) => WRITES.test(source)).map(({ file }) => file)
    expect(writers.toSorted()).toEqual([
      'agenda/data.ts',
      'packages/package-edits-data.ts',
      'packages/package-plans-data.ts',
      'payments/data.ts',
      'recess/data.ts',
      'sessions/write-lessons-data.ts',
    ])
  })

  it('is not passed over: what it did goes on to who tells it', () => {
    expect([PLANTED, FINE]).toHaveLength(2)
    const found = untoldDropped([HERE, ...callers()])
    expect(found).toEqual(
      [
        'const dropped = await sell()',
        'const { success } = await sell()',
        'forgets: () => void sell(),',
        'mutates: () => sale.mutate(),',
        'hides: async (): Promise<Result<unknown>> => sell(),',
        'const hidden = await sell()',
      ]
        .map((line) => `${HERE}: ${line}`)
        .concat([
          // Stars move no credit, and the row in which they were tapped shows them.
          'src/agenda/use-quick-feedback.ts: const result = await save({',
          'src/outbox/outbox-delivery-data.ts: ' +
            'const result = await sessions.updateFeedback(feedback, undefined, owner)',
        ]),
    )
  })
})
