import { Badge } from '@/components/ui/badge'
import { FeedbackDrawing } from '@/components/ui/drawings'
import { EmptyState } from '@/components/ui/states'
import type { PublicSession } from '@/services/public-student/public-student'
import { PUBLIC_STUDENT } from '@/texts/public-student/public-student'
import { PagedLessons } from './paged-lessons'

type Rated = PublicSession & { feedback: NonNullable<PublicSession['feedback']> }

export function FeedbacksTab({ sessions }: { sessions: readonly PublicSession[] }) {
  return (
    <PagedLessons
      title="Feedbacks"
      lessons={sessions.filter((session): session is Rated => session.feedback !== null)}
      empty={<EmptyState drawing={<FeedbackDrawing />} title={PUBLIC_STUDENT.empty.feedbacks} />}
    >
      {({ feedback: { notes, tags } }) => (
        <>
          {notes && <p className="mt-3 whitespace-pre-line">{notes}</p>}
          {tags.length > 0 && (
            <ul aria-label="Foco da aula" className="mt-3 flex flex-wrap gap-2">
              {tags.map((tag) => (
                <li key={tag}>
                  <Badge tone="info">{tag}</Badge>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </PagedLessons>
  )
}
