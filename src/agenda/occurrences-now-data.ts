import type { Instant, LocalDate, Uuid } from '@/core/model'
import type { Result } from '@/core/result'
import type { LinkIntent } from '@/credits/intents'
import { success, toFailure } from '@/data/errors'
import { asOwner } from '@/data/owner'
import { AGENDA_SERVICE as texts } from './agenda-service-texts'
import { readAgenda } from './read-agenda-data'
import type { AgendaTime } from './zone'

type Known = LinkIntent['slot'] & { startsAt: Pick<AgendaTime, 'instant'> }

interface OccurrencesNow<Each extends Known> {
  /** Each with the slot that it has now. */
  there: Each[]
  /** No slot has them any more. */
  gone: Each[]
}

/**
 * Occurrences that a device knows, as the agenda has them now: of a slot that ended before them or was deleted, the one of
 * the slot that replaced it, on the same day and beginning at the same time (the rule of `private.slot_now`). One that has
 * moved since is gone.
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
    const exceptions = await client
      .from('slot_exceptions')
      .select('slot_id, slot_date, moved_to')
      .eq('user_id', owner)
      .in('slot_id', [...new Set(known.map(({ slotId }) => slotId))])
      .in('slot_date', [...new Set(known.map(({ slotDate }) => slotDate))])
    if (exceptions.error) return toFailure(exceptions, texts.load)
    const hasMoved = ({ slotId, slotDate, movedTo }: Known) => {
      const stored = exceptions.data.find((each) => each.slot_id === slotId && each.slot_date === slotDate)
      return instantOf(stored?.moved_to) !== instantOf(movedTo)
    }
    const hasIt = ({ slotId, slotDate }: Known) =>
      slots.data.some(({ id, starts_on: first, ends_on: last }) => {
        return id === slotId && first <= slotDate && (last === null || slotDate <= last)
      })
    const days = known.map(({ slotDate }) => slotDate).toSorted()
    const agenda = await readAgenda(days[0] ?? '', days.at(-1) ?? '')
    if (!agenda.success) return agenda
    const all = known.map((each) => {
      if (hasIt(each)) return { gone: hasMoved(each), now: each }
      const successors = slots.data
        .filter(({ replaces }) => replaces.includes(each.slotId))
        .map(({ id }) => id)
      const next = agenda.data.occurrences.find(
        ({ slot_id, slot_date, starts_at }) =>
          successors.includes(slot_id) &&
          slot_date === each.slotDate &&
          Date.parse(starts_at.instant) === Date.parse(each.startsAt.instant),
      )
      const there = next && { slotId: next.slot_id, movedTo: next.moved_to?.instant ?? null }
      return { gone: !there, now: { ...each, ...there } }
    })
    return success({
      there: all.flatMap(({ gone, now }) => (gone ? [] : [now])),
      gone: all.flatMap(({ gone, now }) => (gone ? [now] : [])),
    })
  })

const instantOf = (at: Instant | null | undefined): number | null => (at ? Date.parse(at) : null)

interface SlotRow {
  id: Uuid
  starts_on: LocalDate
  ends_on: LocalDate | null
  replaces: Uuid[]
}
