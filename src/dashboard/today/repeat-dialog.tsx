import ChevronRight from 'lucide-react/icons/chevron-right'
import Users from 'lucide-react/icons/users'
import { Link } from 'react-router-dom'
import { formatShortDay } from '@/agenda/days'
import { TODAY } from '@/agenda/today-texts'
import { useRecentGroups } from '@/agenda/use-recent-lessons'
import { dayOf, timeOf } from '@/agenda/zone'
import { paths } from '@/core/paths'
import { failedRead } from '@/data/queries/service-error'
import { SESSION_MESSAGES } from '@/sessions/texts'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/overlay/dialog'
import { Skeleton } from '@/ui/skeleton'
import { ErrorState } from '@/ui/states'

const { repeat: texts } = TODAY
const SHOWN = 5

/** 'Repetir última turma': the last distinct groups. One tap here and one in the form register the lesson. */
export function RepeatDialog({ zone, onClose }: { zone: string; onClose: () => void }) {
  const groups = useRecentGroups(SHOWN)
  const { data, isError } = groups
  return (
    <Dialog open onOpenChange={onClose} title={texts.title} description={texts.description}>
      {data ? (
        data.length > 0 ? (
          <ul className="flex flex-col gap-2">
            {data.map(({ sessionId, date, students }) => (
              <li key={sessionId}>
                <Link
                  to={paths.newSession.href({ repeat: students.map(({ id }) => id) })}
                  className="flex min-h-16 items-center gap-3 rounded-xl border-2 border-line bg-surface px-3 py-2 hover:border-accent"
                >
                  <Users className="size-5 shrink-0 text-accent" aria-hidden="true" />
                  <span className="min-w-0 flex-1">
                    <span className="line-clamp-2 leading-tight font-bold [overflow-wrap:anywhere]">
                      {students.map(({ name }) => name).join(', ')}
                    </span>
                    <span className="figures mt-0.5 block text-[15px] text-ink-soft first-letter:uppercase">
                      {formatShortDay(dayOf({ instant: date, zone }))}, {timeOf({ instant: date, zone })}
                    </span>
                  </span>
                  <ChevronRight className="size-5 shrink-0 text-ink-soft" aria-hidden="true" />
                </Link>
              </li>
            ))}
          </ul>
        ) : (
          <>
            <p className="pb-4">{texts.none}</p>
            <Button asChild className="w-full">
              <Link to={paths.newSession.href()}>Registrar Aula</Link>
            </Button>
          </>
        )
      ) : isError ? (
        <ErrorState {...failedRead(SESSION_MESSAGES.toast.loadFailed, groups)} />
      ) : (
        <div role="status" aria-label={texts.loading} className="flex flex-col gap-2">
          <Skeleton className="h-16 w-full rounded-xl" />
          <Skeleton className="h-16 w-full rounded-xl" />
          <Skeleton className="h-16 w-full rounded-xl" />
        </div>
      )}
    </Dialog>
  )
}
