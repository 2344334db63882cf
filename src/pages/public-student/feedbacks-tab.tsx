import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { FeedbackDrawing } from '@/components/ui/drawings'
import { Pagination } from '@/components/ui/pagination'
import { Stars } from '@/components/ui/stars'
import { EmptyState } from '@/components/ui/states'
import { PAGE_SIZES } from '@/domain/shared/constants'
import { formatDate } from '@/domain/shared/dates'
import type { PublicSession } from '@/hooks/public-student/use-public-student'
import { PUBLIC_STUDENT } from '@/texts/public-student/public-student'
import { usePages } from './use-pages'

type Rated = PublicSession & { feedback: NonNullable<PublicSession['feedback']> }

/** Lessons with feedback, newest first, paged like the lessons. */
export function FeedbacksTab({ sessions }: { sessions: readonly PublicSession[] }) {
  const rated = sessions.filter((session): session is Rated => session.feedback !== null)
  const { items, page, pages, turn, list } = usePages(rated, PAGE_SIZES.publicSessions)
  if (rated.length === 0)
    return <EmptyState drawing={<FeedbackDrawing />} title={PUBLIC_STUDENT.empty.feedbacks} />
  return (
    <>
      <h2 className="sr-only">Feedbacks</h2>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Feedbacks"
        className="flex scroll-mt-4 flex-col gap-3 outline-none"
      >
        {items.map((session) => (
          <li key={session.id}>
            <Feedback session={session} />
          </li>
        ))}
      </ul>
      <Pagination page={page} pages={pages} onChange={turn} label="Páginas de feedbacks" />
    </>
  )
}

function Feedback({ session: { date, teacher, feedback } }: { session: Rated }) {
  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1.5">
        <div className="min-w-0">
          <h3 className="figures text-[17px]">{formatDate(date)}</h3>
          <p className="mt-0.5 line-clamp-2 text-[15px] text-ink-soft">{teacher}</p>
        </div>
        <Stars rating={feedback.rating} />
      </div>
      {feedback.notes && <p className="mt-3 whitespace-pre-line">{feedback.notes}</p>}
      {feedback.tags.length > 0 && (
        <ul aria-label="Foco da aula" className="mt-3 flex flex-wrap gap-2">
          {feedback.tags.map((tag) => (
            <li key={tag}>
              <Badge tone="info">{tag}</Badge>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
