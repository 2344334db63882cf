import { Suspense, useEffect } from 'react'
import { lazyPage } from '@/components/shared/lazy-page'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { isOn, keptDays } from '@/domain/agenda/window'
import { dayIn } from '@/domain/agenda/zone'
import { toLocalDate } from '@/domain/shared/dates'
import { useAgenda } from '@/hooks/agenda/use-agenda'
import { explained } from '@/queries/service-error'
import { AGENDA_SERVICE } from '@/texts/agenda/agenda-service'

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
