import { Badge } from '@/components/ui/badge'
import { CourtDrawing } from '@/components/ui/drawings'
import { EmptyState } from '@/components/ui/states'
import type { PublicSession } from '@/services/public-student/public-student'
import { PUBLIC_STUDENT } from '@/texts/public-student/public-student'
import { missedText } from './missed-text'
import { PagedLessons } from './paged-lessons'

export function LessonsTab({ sessions }: { sessions: readonly PublicSession[] }) {
  return (
    <PagedLessons
      title="Aulas"
      lessons={sessions}
      empty={<EmptyState drawing={<CourtDrawing />} title={PUBLIC_STUDENT.empty.lessons} />}
    >
      {(session) => <Details session={session} />}
    </PagedLessons>
  )
}

function Details({ session }: { session: PublicSession }) {
  const { notes, package_assignment: assignment } = session
  const missed = missedText(session)
  return (
    <>
      {(missed !== null || assignment) && (
        <p className="mt-2.5 flex flex-wrap gap-1.5">
          {missed !== null && <Badge tone="caution">{missed}</Badge>}
          {assignment && (
            <Badge className="[overflow-wrap:anywhere]">{assignment.package_name.trim() || 'Pacote'}</Badge>
          )}
        </p>
      )}
      {notes && <p className="mt-3 whitespace-pre-line">{notes}</p>}
    </>
  )
}
