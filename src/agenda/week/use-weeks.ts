import { useCallback, useMemo } from 'react'
import { addDays, isLocalDate } from '@/core/dates'
import type { LocalDate, Uuid } from '@/core/model'
import { AGENDA } from '@/core/paths'
import { deviceTimeZone } from '@/lib/browser/time-zone'
import { useAddress } from '@/ui/use-address'
import {
  isLesson,
  occurrenceKey,
  overlaps,
  type Occurrence,
  blockOf,
  daysFrom,
  isOn,
  mondayOf,
} from '../rules'
import { useAgenda } from '../use-agenda'
import { entriesOf, type Entry, type Holiday } from './week'

/** What the parts of the agenda page share. */
export interface AgendaView extends ReturnType<typeof useWeeks> {
  day: LocalDate
  /** The day in the address, which is ahead of `day` until a press is drawn. */
  askedDay: () => LocalDate
  today: LocalDate
  now: Date
  online: boolean
  clubName: (id: Uuid | null) => string | undefined
  /** The classes that colour what is at this club; clubs that nobody knows have the court's. */
  clubLook: (id: Uuid | null) => string
  holidayOf: (day: LocalDate) => Holiday | undefined
  onSelect: (day: LocalDate) => void
  onOpen: (entry: Entry) => void
  /** Opens 'Novo horário' on this day, with this time filled in. */
  onNew: (day: LocalDate, time: string) => void
}

/** The occurrences of the weeks around a day: its own week, and those beside it, to which the coach may swipe. */
export function useWeeks(day: LocalDate, today: LocalDate) {
  const block = blockOf(day, today)
  const before = blockOf(addDays(mondayOf(day), -7), today)
  // A block has six weeks, so at most one of the two weeks beside this one lies in another block.
  const side = before.from === block.from ? blockOf(addDays(mondayOf(day), 7), today) : before
  const shown = useAgenda(block.from, block.to)
  const beside = useAgenda(side.from, side.to)
  const shownData = shown.isPlaceholderData ? undefined : shown.data
  const besideData = beside.isPlaceholderData ? undefined : beside.data

  const { all, loose } = useMemo(() => {
    const read = [shownData, side.from === block.from ? undefined : besideData]
    return {
      all: read.flatMap((agenda) => agenda?.occurrences ?? []),
      loose: read.flatMap((agenda) => agenda?.lessons ?? []),
    }
  }, [shownData, besideData, side.from, block.from])
  const isReadOn = (asked: LocalDate) =>
    [shownData, besideData].some((read) => read !== undefined && isOn(asked, read.days))
  /** undefined: the day was not read. */
  const occurrencesOf = (asked: LocalDate): readonly Occurrence[] | undefined =>
    isReadOn(asked) ? all.filter((occurrence) => occurrence.day === asked) : undefined
  const entriesOn = (asked: LocalDate): readonly Entry[] | undefined => {
    const occurrences = occurrencesOf(asked)
    return (
      occurrences &&
      entriesOf(
        occurrences,
        loose.filter(({ day: on }) => on === asked),
      )
    )
  }
  return {
    days: daysFrom(mondayOf(day)),
    /** The coach's time zone. */
    zone: shown.data?.zone ?? deviceTimeZone(),
    occurrencesOf,
    /** A day's occurrences and lessons without a slot, by time; undefined: not read. */
    entriesOf: entriesOn,
    /** Whether another lesson takes place at that time, also one that began before midnight. */
    clashes: (entry: Entry): boolean =>
      all.some((other) => other !== entry && isLesson(other) && overlaps(entry, other)),
    countOf: (asked: LocalDate): number | undefined => entriesOn(asked)?.filter(isLesson).length,
    find: (key: string): Occurrence | undefined => all.find((each) => occurrenceKey(each) === key),
    findLesson: (id: Uuid) => loose.find((lesson) => lesson.id === id),
    /** False while the agenda is being read: what is not found may still come. */
    isRead: shownData !== undefined,
    /** These six weeks were read and have neither an occurrence nor a lesson. */
    isEmpty:
      shownData?.occurrences.length === 0 &&
      shownData.lessons.length === 0 &&
      isOn(block.from, shownData.days) &&
      isOn(block.to, shownData.days),
    /** This device never read the day, and is not reading it now. */
    isUnread: (asked: LocalDate): boolean => !isReadOn(asked) && !shown.isFetching && !beside.isFetching,
    error: shown.isError ? shown.error : null,
    isFetching: shown.isFetching,
    refetch: () => void shown.refetch(),
  }
}

/** What is open over the agenda; one thing at a time. */
export type Opened =
  | { kind: 'new'; student: Uuid | null; session: Uuid | null; time: string | null }
  /** A lesson without a slot. */
  | { kind: 'lesson'; id: Uuid }
  | { kind: OccurrenceForm; slotId: Uuid; slotDate: LocalDate }

/** What can be done with it, why it is skipped, a change of this day or from this day on, and the end of its slot. */
type OccurrenceForm = 'occurrence' | 'skip' | 'day' | 'onward' | 'end'

const FORMS: readonly (readonly [OccurrenceForm, name: string])[] = [
  ['occurrence', 'aula'],
  ['skip', 'nao-acontece'],
  ['day', 'este-dia'],
  ['onward', 'em-diante'],
  ['end', 'encerrar'],
]

/** Keeps the day and the open form in the address, so that a reload, 'back' and a new login return to them. */
export function useAgendaAddress(today: LocalDate) {
  const [params, put] = useAddress()
  const dayIn = (address: URLSearchParams): LocalDate => {
    const asked = address.get(AGENDA.day) ?? ''
    return isLocalDate(asked) ? asked : today
  }
  return {
    day: dayIn(params),
    askedDay: () => dayIn(new URLSearchParams(window.location.search)),
    opened: useMemo(() => readForm(params), [params]),
    showDay: useCallback((next: LocalDate) => put({ [AGENDA.day]: next }), [put]),
    open: useCallback(
      (form: Opened | null, on?: LocalDate) =>
        put({
          [AGENDA.form]: form && writeForm(form),
          [AGENDA.student]: null,
          [AGENDA.session]: null,
          [AGENDA.time]: form?.kind === 'new' ? form.time : null,
          ...(on && { [AGENDA.day]: on }),
        }),
      [put],
    ),
  }
}

function writeForm(form: Opened): string {
  if (form.kind === 'new') return 'novo'
  if (form.kind === 'lesson') return `avulsa:${form.id}`
  const name = FORMS.find(([kind]) => kind === form.kind)?.[1]
  return `${name}:${form.slotId}:${form.slotDate}`
}

/** Unknown values open no form. */
function readForm(params: URLSearchParams): Opened | null {
  const [name, slotId, slotDate] = (params.get(AGENDA.form) ?? '').split(':')
  if (name === 'novo') {
    return {
      kind: 'new',
      student: params.get(AGENDA.student),
      session: params.get(AGENDA.session),
      time: params.get(AGENDA.time),
    }
  }
  if (name === 'avulsa' && slotId) return { kind: 'lesson', id: slotId }
  const kind = FORMS.find(([, written]) => written === name)?.[0]
  return kind && slotId && slotDate && isLocalDate(slotDate) ? { kind, slotId, slotDate } : null
}
