import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { CourtDrawing } from '@/components/ui/drawings'
import { Pagination } from '@/components/ui/pagination'
import { Stars } from '@/components/ui/stars'
import { EmptyState } from '@/components/ui/states'
import { PAGE_SIZES } from '@/domain/shared/constants'
import { formatDate } from '@/domain/shared/dates'
import type { PublicSession } from '@/hooks/public-student/use-public-student'
import { PUBLIC_STUDENT } from '@/texts/public-student/public-student'
import { missedText } from './missed-text'
import { usePages } from './use-pages'

export function LessonsTab({ sessions }: { sessions: readonly PublicSession[] }) {
  const { items, page, pages, turn, list } = usePages(sessions, PAGE_SIZES.publicSessions)
  if (sessions.length === 0)
    return <EmptyState drawing={<CourtDrawing />} title={PUBLIC_STUDENT.empty.lessons} />
  return (
    <>
      <h2 className="sr-only">Aulas</h2>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Aulas"
        className="flex scroll-mt-4 flex-col gap-3 outline-none"
      >
        {items.map((session) => (
          <li key={session.id}>
            <Lesson session={session} />
          </li>
        ))}
      </ul>
      <Pagination page={page} pages={pages} onChange={turn} label="Páginas de aulas" />
    </>
  )
}

function Lesson({ session }: { session: PublicSession }) {
  const { date, teacher, notes, feedback, package_assignment: assignment } = session
  const missed = missedText(session)
  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1.5">
        <div className="min-w-0">
          <h3 className="figures text-[17px]">{formatDate(date)}</h3>
          <p className="mt-0.5 line-clamp-2 text-[15px] text-ink-soft">{teacher}</p>
        </div>
        {feedback && <Stars rating={feedback.rating} />}
      </div>
      {(missed !== null || assignment) && (
        <p className="mt-2.5 flex flex-wrap gap-1.5">
          {missed !== null && <Badge tone="caution">{missed}</Badge>}
          {assignment && (
            <Badge className="[overflow-wrap:anywhere]">{assignment.package_name.trim() || 'Pacote'}</Badge>
          )}
        </p>
      )}
      {notes && <p className="mt-3 whitespace-pre-line">{notes}</p>}
    </Card>
  )
}
