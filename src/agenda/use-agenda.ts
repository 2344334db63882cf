import { keepPreviousData, useQuery, type QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useOwner } from '@/account/use-auth'
import type { LocalDate, Uuid } from '@/core/model'
import { ownerQuery } from '@/data/queries/owner-query'
import { withPendingAnswers, withPendingLessons } from '@/outbox/pending'
import { useOutboxEntries } from '@/outbox/use-outbox'
import { useToday } from '@/ui/use-now'
import { readAgenda, readSlots } from './read-data'
import { occurrenceKey, type Agenda, type Occurrence, isOn, isWithin, keptDays, type DayRange } from './rules'
import { AGENDA_SERVICE } from './texts'

/** The six weeks that the device keeps. The key names no days, so that offline they are still found after midnight. */
export const keptAgendaQuery = (owner: Uuid | null, today: LocalDate) =>
  agendaQuery(owner, 'kept', keptDays(today))

/** The agenda that the device keeps; makes no request. */
export const useKeptAgenda = (): Agenda | undefined =>
  useQuery({ ...keptAgendaQuery(useOwner(), useToday()), enabled: false }).data

const agendaQuery = (owner: Uuid | null, range: DayRange | 'kept', { from, to }: DayRange) =>
  ownerQuery(owner, ['agenda', range], () => readAgenda(from, to), AGENDA_SERVICE.loadFailed)

/** What the cache holds below 'agenda': the agenda of some days, or the list of slots. */
export type StoredAgenda = Agenda | readonly unknown[]

/** Shows a change of these occurrences at once, in every cached agenda; the agendas keep their age. */
export function showInAgenda(
  client: QueryClient,
  owner: Uuid | null,
  occurrences: readonly Pick<Occurrence, 'slot_id' | 'slot_date'>[],
  change: (occurrence: Occurrence) => Occurrence,
): void {
  const keys = new Set(occurrences.map(occurrenceKey))
  for (const { queryKey, state } of client.getQueryCache().findAll({ queryKey: [owner, 'agenda'] })) {
    const shown = (stored: StoredAgenda | undefined) =>
      stored === undefined || !('occurrences' in stored)
        ? stored
        : {
            ...stored,
            occurrences: stored.occurrences.map((each) =>
              keys.has(occurrenceKey(each)) ? change(each) : each,
            ),
          }
    client.setQueryData(queryKey, shown, { updatedAt: state.dataUpdatedAt })
  }
}

/** The occurrences on these days, with the answers that wait. Within the kept weeks all screens share one request. */
export function useAgenda(from: LocalDate, to: LocalDate, { enabled = true }: { enabled?: boolean } = {}) {
  const owner = useOwner()
  const today = useToday()
  const isKept = isWithin({ from, to }, keptDays(today))
  const query = useQuery({
    ...(isKept ? keptAgendaQuery(owner, today) : agendaQuery(owner, { from, to }, { from, to })),
    placeholderData: keepPreviousData,
    // Students reply, and take places, while the agenda stays open (docs/product.md, 'Refresh').
    refetchOnWindowFocus: true,
    enabled,
  })
  const { data: read, dataUpdatedAt, isPlaceholderData, isFetching, isError, error, refetch } = query
  const entries = useOutboxEntries()
  const data = useMemo((): Agenda | undefined => {
    if (read === undefined) return undefined
    const isAsked = ({ day }: { day: LocalDate }) => isOn(day, { from, to })
    return {
      ...read,
      // The weeks that the device keeps may have been read in an earlier week.
      days: {
        from: from > read.days.from ? from : read.days.from,
        to: to < read.days.to ? to : read.days.to,
      },
      occurrences: withPendingAnswers(read.occurrences.filter(isAsked), entries, dataUpdatedAt),
      lessons: withPendingLessons(read.lessons, entries, dataUpdatedAt, read.zone).filter(isAsked),
    }
  }, [read, from, to, entries, dataUpdatedAt])
  return { data, dataUpdatedAt, isPlaceholderData, isFetching, isError, error, refetch }
}

/** All slots, ended ones included. */
export const useSlots = (enabled = true) =>
  useQuery({ ...ownerQuery(useOwner(), ['agenda', 'slots'], readSlots, AGENDA_SERVICE.loadFailed), enabled })
