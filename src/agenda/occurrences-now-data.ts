import type { LocalDate, Uuid } from '@/core/model'
import type { Result } from '@/core/result'
import type { SkippedOccurrence } from '@/credits/intents'
import { success, toFailure } from '@/data/errors'
import { asOwner } from '@/data/owner'
import { AGENDA_SERVICE as texts } from './agenda-service-texts'
import { readAgenda } from './read-data'
import type { AgendaTime } from './zone'

type Known = Pick<SkippedOccurrence, 'slotId' | 'slotDate'> & { startsAt: Pick<AgendaTime, 'instant'> }

interface OccurrencesNow<Each extends Known> {
  /** Each with the slot that it has now. */
  there: Each[]
  /** No slot has them any more. */
  gone: Each[]
}

/**
 * Occurrences that a device knows, as the agenda has them now: of a slot that ended before them or was deleted, the one of
 * the slot that replaced it, on the same day and beginning at the same time (the rule of `private.slot_now`).
 */
export const occurrencesNow = <Each extends Known>(
  known: readonly Each[],
): Promise<Result<OccurrencesNow<Each>>> =>
  asOwner(texts.load, async (client, owner) => {
    const ids = [...new Set(known.map(({ slotId }) => slotId))].join(',')
    const slots = await client
      .from('lesson_slots')
      .select('id, starts_on, ends_on, replaces')
      .eq('user_id', owner)
      .or(`id.in.(${ids}),replaces.ov.{${ids}}`)
      .order('id')
      .overrideTypes<SlotRow[], { merge: false }>()
    if (slots.error) return toFailure(slots, texts.load)
    const hasIt = ({ slotId, slotDate }: Known) =>
      slots.data.some(({ id, starts_on: first, ends_on: last }) => {
        return id === slotId && first <= slotDate && (last === null || slotDate <= last)
      })
    const days = known.map(({ slotDate }) => slotDate).toSorted()
    const agenda = await readAgenda(days[0] ?? '', days.at(-1) ?? '')
    if (!agenda.success) return agenda
    const now = known.map((each) => {
      if (hasIt(each)) return { each, slotId: each.slotId }
      const successors = slots.data
        .filter(({ replaces }) => replaces.includes(each.slotId))
        .map(({ id }) => id)
      const next = agenda.data.occurrences.find(
        ({ slot_id, slot_date, starts_at }) =>
          successors.includes(slot_id) &&
          slot_date === each.slotDate &&
          Date.parse(starts_at.instant) === Date.parse(each.startsAt.instant),
      )
      return { each, slotId: next?.slot_id ?? null }
    })
    return success({
      there: now.flatMap(({ each, slotId }) => (slotId === null ? [] : [{ ...each, slotId }])),
      gone: now.flatMap(({ each, slotId }) => (slotId === null ? [each] : [])),
    })
  })

interface SlotRow {
  id: Uuid
  starts_on: LocalDate
  ends_on: LocalDate | null
  replaces: Uuid[]
}
