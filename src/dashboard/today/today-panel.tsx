import { Suspense, useEffect } from 'react'
import { AGENDA_SERVICE } from '@/agenda/agenda-service-texts'
import { useAgenda } from '@/agenda/use-agenda'
import { isOn, keptDays } from '@/agenda/window'
import { dayIn } from '@/agenda/zone'
import { toLocalDate } from '@/core/dates'
import { explained } from '@/data/queries/service-error'
import { lazyPage } from '@/ui/lazy-page'
import { Skeleton } from '@/ui/skeleton'
import { ErrorState } from '@/ui/states'

/** With the answers, which load the rules of credits; so the figures need not wait for them. */
const TodayLessons = lazyPage(() => import('./today-lessons'), 'TodayLessons')

/** 'Hoje' (docs/product.md, 'Today'): the next two lessons, and those that nobody answered. */
export function TodayPanel({ now }: { now: Date }) {
  const today = toLocalDate(now)
  const { from, to } = keptDays(today)
  const { data, error, isError, isFetching, refetch } = useAgenda(from, to)
  useEffect(() => {
    // Beside the data, not after it.
    void TodayLessons.preload()
  }, [])
  const isThere = data !== undefined && isOn(dayIn(data.zone, now), data.days)
  if (isThere) {
    return (
      <Suspense fallback={<Loading />}>
        <TodayLessons agenda={data} now={now} />
      </Suspense>
    )
  }
  if (isFetching || (!isError && data === undefined)) return <Loading />
  return (
    <div className="mt-6">
      <ErrorState
        {...(data === undefined ? explained(error, AGENDA_SERVICE.loadFailed) : AGENDA_SERVICE.unread)}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    </div>
  )
}

const Loading = () => (
  <div role="status" aria-label="Carregando as aulas de hoje" className="mt-6">
    <Skeleton className="h-24 rounded-xl" />
  </div>
)
