import { Link } from 'react-router-dom'
import { Button } from '@/components/ui/button'
import { RacketDrawing } from '@/components/ui/drawings'
import { EmptyState, ErrorState } from '@/components/ui/states'
import { paths } from '@/domain/paths'
import { compareByName } from '@/domain/students'
import { useClubs } from '@/hooks/use-clubs'
import { usePageTitle } from '@/hooks/use-page-title'
import { useStudents } from '@/hooks/use-students'
import { MESSAGES } from '@/texts/messages'
import { NewSessionSkeleton } from './new-session-skeleton'
import { SessionForm } from './session-form'
import { StepHeader } from './step-header'

const { empty, toast: toasts } = MESSAGES.students

/** Spec §2 'New session': select students, then feedback per student. */
export function NewSessionPage() {
  usePageTitle('Nova Sessão')
  const students = useStudents()
  const clubs = useClubs()

  if (students.data === undefined) {
    return (
      <>
        <StepHeader />
        {students.isError ? (
          <ErrorState
            {...toasts.loadFailed}
            onRetry={() => void students.refetch()}
            retrying={students.isFetching}
          />
        ) : (
          <NewSessionSkeleton />
        )}
      </>
    )
  }

  const active = students.data.filter(({ status }) => status === 'active').toSorted(compareByName)
  if (active.length === 0) {
    const none = students.data.length === 0
    return (
      <>
        <StepHeader />
        <EmptyState
          drawing={<RacketDrawing />}
          title={none ? empty.title : empty.none}
          description={none ? empty.first : 'Só alunos ativos podem participar de uma nova sessão'}
        >
          <Button asChild tone="main">
            <Link to={none ? paths.newStudent.href() : paths.students.href()}>
              {none ? empty.firstAction : 'Gerenciar Alunos'}
            </Link>
          </Button>
        </EmptyState>
      </>
    )
  }

  // New feedback begins with the default club, so the form waits for an answer; it does without if there is none.
  if (clubs.isPending) {
    return (
      <>
        <StepHeader />
        <NewSessionSkeleton />
      </>
    )
  }
  return <SessionForm students={active} clubs={clubs.data} />
}
