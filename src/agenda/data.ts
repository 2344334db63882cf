import { toLocalDate } from '@/core/dates'
import { contentHash } from '@/core/ids'
import type { Profile, Uuid } from '@/core/model'
import { failure, type Created, type FailureCode, type Result } from '@/core/result'
import { isAsEntered, toldOf } from '@/credits/applied'
import { agendaOf, releasedLines } from '@/credits/effects'
import { readNames } from '@/credits/facts-data'
import { untold, type HasEffects, type Untold } from '@/credits/untold'
import { failedWrite } from '@/data/calls'
import { created, success, toFailure } from '@/data/errors'
import { asOwner } from '@/data/owner'
import { send } from '@/data/retry'
import { table } from '@/data/table'
import { readAgenda, readSlots } from './read-data'
import { SLOT_SERVICE as slots } from './slot-texts'
import type { SlotFacts, SlotPlan } from './slots'
import { AGENDA_SERVICE as texts } from './texts'
import { DEFAULT_ZONE } from './zone'

const SLOT_TEXTS: Partial<Record<FailureCode, string>> = {
  overtaken: slots.changed,
  'agenda-changed': slots.changed,
  'slot-not-found': texts.slotGone,
  'occurrence-answered': slots.lessonAfterEnd,
}

export const agenda = {
  get: readAgenda,

  slots: readSlots,

  /** What ending or changing a slot must respect. 'slot-not-found' if the slot is gone. */
  slotFacts: (id: Uuid): Promise<Result<SlotFacts>> =>
    asOwner(texts.load, async (client, owner) => {
      const response = await client
        .from('lesson_slots')
        .select(
          'replaces, slot_exceptions(slot_date, reason, moved_to), sessions(slot_date), profiles(time_zone)',
        )
        .eq('user_id', owner)
        .eq('id', id)
        .order('slot_date', { referencedTable: 'sessions', ascending: false })
        .limit(1, { referencedTable: 'sessions' })
        .maybeSingle()
      if (response.error) return toFailure(response, texts.load)
      if (response.data === null) return failure('slot-not-found', texts.slotGone)
      const { replaces, slot_exceptions, sessions, profiles } = response.data
      // A lesson that has begun may get an hour to come, if it is not answered.
      const since = new Date(Date.now() - 30 * 86_400_000).toISOString()
      const [told, coming, offered] = await Promise.all([
        client
          .from('lesson_replies')
          .select('slot_date, student_id, for_start, reply, students!inner(name)')
          .eq('user_id', owner)
          .in('slot_id', [id, ...replaces])
          .eq('students.status', 'active')
          .gt('for_start', since)
          .order('replied_at')
          .order('told_by'),
        client
          .from('occurrence_guests')
          .select('slot_date, student_id, for_start, source, students!inner(name)')
          .eq('user_id', owner)
          .eq('slot_id', id)
          .eq('students.status', 'active')
          .gt('for_start', since),
        client
          .from('openings')
          .select('slot_date, for_start')
          .eq('user_id', owner)
          .eq('slot_id', id)
          .is('closed_at', null)
          .gt('closes_at', new Date().toISOString()),
      ])
      if (told.error) return toFailure(told, texts.load)
      if (coming.error) return toFailure(coming, texts.load)
      if (offered.error) return toFailure(offered, texts.load)
      const zone = profiles.time_zone ?? DEFAULT_ZONE
      const exceptions = slot_exceptions.map(({ moved_to, ...exception }) => ({
        ...exception,
        moved_to: moved_to === null ? null : { instant: moved_to, zone },
      }))
      // The newest word of the student or the coach counts.
      const words = new Map(
        told.data.map((word) => [[word.slot_date, word.student_id, word.for_start].join(), word]),
      )
      const replies = [...words.values()]
        .filter(({ reply }) => reply === 'not_coming')
        .map(({ for_start: instant, students: { name }, slot_date, student_id }) => ({
          slot_date,
          student_id,
          name,
          start: { instant, zone },
        }))
      const guests = coming.data.map(({ for_start: instant, source, students: { name }, ...guest }) => ({
        ...guest,
        name,
        start: { instant, zone },
        taken: source === 'opening',
      }))
      const offers = offered.data.map(({ slot_date, for_start: instant }) => ({
        slot_date,
        start: { instant, zone },
      }))
      return success({ exceptions, replies, guests, offers, last_answered: sessions[0]?.slot_date ?? null })
    }),

  /** Applies a change of the week, whole and once. 'already-saved': an earlier attempt did another, or is not known. */
  applySlotPlan: (plan: SlotPlan, only?: Uuid): Promise<Created<Untold<Required<HasEffects>>>> =>
    asOwner({ failed: slots.save, only }, async (client, owner) => {
      const content = await contentHash({
        ...plan,
        // New ids are made for each try, and the coach did not type the version of an ended slot.
        add: plan.add.map((slot) => ({ ...slot, id: null })),
        end: plan.end.map(({ slot_id, last_day }) => ({ slot_id, last_day })),
      })
      const sent = await send(() => client.rpc('apply_slot_plan', { plan: { ...plan, content } }))
      const { response } = sent
      if (response.error) return failedWrite(sent, slots.save, SLOT_TEXTS)
      // Ending a skip also ends its extension.
      const { effects: done, released } = response.data
      const ids = released.map(({ student_id }) => student_id)
      const names =
        done && (done.packages.length > 0 || ids.length > 0)
          ? await readNames(client, owner, done, undefined, ids)
          : null
      const data = untold({
        effects: done && names ? toldOf(done, names, toLocalDate(new Date())) : [],
        agenda: agendaOf(response.data),
        released: names ? releasedLines(released, names.students) : [],
      })
      return created(isAsEntered(response.data), data, slots.saved)
    }),

  /** Sets the time zone of the agenda's times. */
  setTimeZone: (zone: string, only?: Uuid): Promise<Result<Profile>> =>
    table('profiles', 'profile-not-found').update(
      null,
      { time_zone: zone },
      { failed: slots.zone, done: slots.zoneSaved, only },
    ),
}
