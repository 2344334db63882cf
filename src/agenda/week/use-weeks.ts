import { useMemo } from 'react'
import { addDays } from '@/core/dates'
import type { LocalDate } from '@/core/model'
import { deviceTimeZone } from '@/lib/browser/time-zone'
import { blockOf } from '../days'
import { isLesson } from '../occurrence-item'
import type { Occurrence } from '../rules'
import { useAgenda } from '../use-agenda'
import { isOn, mondayOf } from '../window'

/** The occurrences around a day, and of the weeks beside it, to which the coach may swipe. */
export function useWeeks(day: LocalDate, today: LocalDate) {
  const block = blockOf(day, today)
  const before = blockOf(addDays(mondayOf(day), -7), today)
  // A block has four weeks: at most one of the two weeks beside this one is in another.
  const side = before.from === block.from ? blockOf(addDays(mondayOf(day), 7), today) : before
  const shown = useAgenda(block.from, block.to)
  const beside = useAgenda(side.from, side.to)
  const shownData = shown.isPlaceholderData ? undefined : shown.data
  const besideData = beside.isPlaceholderData ? undefined : beside.data

  const byDay = useMemo(() => {
    const found = new Map<LocalDate, Occurrence[]>()
    const put = (occurrences: readonly Occurrence[]) => {
      for (const occurrence of occurrences) {
        const there = found.get(occurrence.day)
        if (there) there.push(occurrence)
        else found.set(occurrence.day, [occurrence])
      }
    }
    put(shownData?.occurrences ?? [])
    if (side.from !== block.from) put(besideData?.occurrences ?? [])
    return found
  }, [shownData, besideData, side.from, block.from])

  const isReadOn = (asked: LocalDate) =>
    (shownData !== undefined && isOn(asked, shownData.days)) ||
    (besideData !== undefined && isOn(asked, besideData.days))
  return {
    zone: shown.data?.zone ?? deviceTimeZone(),
    /** undefined: not read. */
    occurrencesOf: (asked: LocalDate): readonly Occurrence[] | undefined =>
      isReadOn(asked) ? (byDay.get(asked) ?? NONE) : undefined,
    /** The lessons of a day; undefined: not read. */
    countOf: (asked: LocalDate): number | undefined =>
      isReadOn(asked) ? (byDay.get(asked) ?? NONE).filter(isLesson).length : undefined,
    find: (slotId: string, slotDate: LocalDate): Occurrence | undefined =>
      [...byDay.values()]
        .flat()
        .find((occurrence) => occurrence.slot_id === slotId && occurrence.slot_date === slotDate),
    isRead: shownData !== undefined,
    /** These four weeks have no slot at all. */
    isEmpty:
      shownData?.occurrences.length === 0 &&
      isOn(block.from, shownData.days) &&
      isOn(block.to, shownData.days),
    /** This device never read that day, and is not reading it now. */
    isUnread: (asked: LocalDate): boolean => !isReadOn(asked) && !shown.isFetching && !beside.isFetching,
    error: shown.isError ? shown.error : null,
    isFetching: shown.isFetching,
    refetch: () => void shown.refetch(),
  }
}

const NONE: readonly Occurrence[] = []
