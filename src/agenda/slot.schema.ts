import * as z from 'zod/mini'
import { COMMON_MESSAGES } from '@/core/common-texts'
import { addDays, parseLocalDate } from '@/core/dates'
import { dayProblem, reportProblem, requiredDay, wholeNumberProblem } from '@/core/fields.schema'
import type { LocalDate, Uuid } from '@/core/model'
import { SLOT_LIMITS, type Slot } from './rules'
import { dayOf, timeOf, type AgendaTime } from './zone'

/** The forms of a slot and of one occurrence that moves (docs/product.md, 'Agenda'). */

const minutesRefused = 'A duração deve ser de 15 minutos a 10 horas'
const MINUTES = {
  ...SLOT_LIMITS.minutes,
  tooSmall: minutesRefused,
  tooLarge: minutesRefused,
  notWhole: minutesRefused,
}
const dateRequired = 'Data é obrigatória'
const time = z.string().check(
  reportProblem((text) => {
    if (/^([01]\d|2[0-3]):[0-5]\d$/.test(text)) return null
    return text === '' ? 'Horário é obrigatório' : COMMON_MESSAGES.wrongHour
  }),
)

/** 'Mudar só este dia': day and time to which an occurrence moves. */
export const moveSchema = z.object({ day: requiredDay(dateRequired), time })

const fields = z.object({
  repeats: z.enum(['weekly', 'once']),
  /** 0 is Sunday. A new slot on several weekdays becomes several slots. */
  weekdays: z.array(z.number()),
  /** The day of a slot that is only once. */
  date: z.string(),
  /** 'HH:MM' */
  time,
  minutes: z.string().check(reportProblem((text) => wholeNumberProblem(text, MINUTES))),
  /** '' for no club. */
  clubId: z.string(),
  /** First and last day of a weekly slot; '' for no last day. */
  from: z.string(),
  until: z.string(),
  /** Empty for a free hour. */
  studentIds: z
    .array(z.string())
    .check(z.refine((ids) => ids.length <= SLOT_LIMITS.students, 'Escolha no máximo 100 alunos')),
})
type Typed = z.output<typeof fields>

export const slotSchema = z.pipe(
  fields.check(
    z.check(({ value, issues }) => {
      for (const [path, message] of problemsOf(value)) {
        issues.push({ code: 'custom', input: value[path], path: [path], message, continue: true })
      }
    }),
  ),
  z.transform((typed: Typed) => ({
    ...typed,
    weekdays: [...new Set(typed.weekdays)].toSorted((a, b) => a - b),
    minutes: Number(typed.minutes),
    clubId: typed.clubId || null,
    until: typed.until || null,
  })),
)
export type SlotForm = z.input<typeof slotSchema>
export type SlotValues = z.output<typeof slotSchema>

function problemsOf({ repeats, weekdays, date, from, until }: Typed): [keyof Typed, string][] {
  if (repeats === 'once') {
    const problem = dayProblem(date, dateRequired)
    return problem === null ? [] : [['date', problem]]
  }
  const problems: [keyof Typed, string][] = []
  if (weekdays.length === 0) problems.push(['weekdays', 'Escolha pelo menos um dia da semana'])
  const ofFrom = dayProblem(from, 'Data de início é obrigatória')
  if (ofFrom !== null) problems.push(['from', ofFrom])
  if (until === '') return problems
  const ofUntil = dayProblem(until, '')
  if (ofUntil !== null) problems.push(['until', ofUntil])
  if (problems.length > 0) return problems
  if (until < from) return [['until', 'A última data não pode ser antes da primeira']]
  return weekdays.every((weekday) => firstOn(weekday, from) > until)
    ? [['until', 'Nenhum dos dias escolhidos cai entre as duas datas']]
    : []
}

const firstOn = (weekday: number, from: LocalDate): LocalDate =>
  addDays(from, (weekday - parseLocalDate(from).getDay() + 7) % 7)

/** The form of a new slot: an hour every week on this day's weekday. */
export const emptySlot = (day: LocalDate, clubId: Uuid | null = null): SlotForm => ({
  repeats: 'weekly',
  weekdays: [parseLocalDate(day).getDay()],
  date: day,
  time: '',
  minutes: String(SLOT_LIMITS.minutes.default),
  clubId: clubId ?? '',
  from: day,
  until: '',
  studentIds: [],
})

/** The form of a slot that is changed from this day on; if it becomes 'Só uma vez', its date is not before this day. */
export function slotForm(slot: Slot, from: LocalDate): SlotForm {
  const first = from > slot.starts_on ? from : slot.starts_on
  const isOver = slot.ends_on !== null && slot.ends_on < first
  return {
    repeats: slot.weekday === null ? 'once' : 'weekly',
    weekdays: slot.weekday === null ? [parseLocalDate(slot.starts_on).getDay()] : [slot.weekday],
    date: slot.weekday === null ? slot.starts_on : firstOn(slot.weekday, first),
    time: slot.start_time.slice(0, 5),
    minutes: String(slot.minutes),
    clubId: slot.club_id ?? '',
    from: first,
    until: slot.weekday === null || isOver ? '' : (slot.ends_on ?? ''),
    studentIds: slot.students,
  }
}

/** 'Repetir toda semana': the lesson again, from the day after it on, or from today if that is later. */
export function weeklyFrom(
  { at, students }: { at: AgendaTime; students: Uuid[] },
  today: LocalDate,
  clubId: Uuid | null = null,
): SlotForm {
  const day = dayOf(at)
  const next = addDays(day, 1)
  const from = next > today ? next : today
  return { ...emptySlot(day, clubId), time: timeOf(at), from, studentIds: students }
}
