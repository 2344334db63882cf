import { Link, useSearchParams } from 'react-router-dom'
import { Button } from '@/components/ui/button'
import { RacketDrawing } from '@/components/ui/drawings'
import { EmptyState, ErrorState } from '@/components/ui/states'
import type { RegistrationIntent } from '@/domain/credits/intents'
import { pendingStudents, withPendingSessions } from '@/domain/outbox/pending'
import type { Uuid } from '@/domain/shared/model'
import { paths, PENDING } from '@/domain/shared/paths'
import { compareByName } from '@/domain/students/students'
import { usePackageOrder } from '@/hooks/account/use-profile'
import { useClubs } from '@/hooks/clubs/use-clubs'
import { useEntryToEdit } from '@/hooks/outbox/use-entry-to-edit'
import { useOutbox } from '@/hooks/outbox/use-outbox'
import { usePageTitle } from '@/hooks/shared/use-page-title'
import { useStudents } from '@/hooks/students/use-students'
import { explained } from '@/queries/service-error'
import { MESSAGES } from '@/texts/shared/messages'
import { NewSessionSkeleton } from './new-session-skeleton'
import { SessionForm } from './session-form'
import { StepHeader } from './step-header'

const { empty, toast: toasts } = MESSAGES.students

/** Registers a session (docs/product.md, 'New session'), or edits the pending one that the address names. */
export function NewSessionPage() {
  const [params] = useSearchParams()
  const pending = params.get(PENDING)
  return pending === null ? <NewSession /> : <PendingSession key={pending} id={pending} />
}

function PendingSession({ id }: { id: Uuid }) {
  const entry = useEntryToEdit(id, 'session')
  if (entry?.intent.kind !== 'session') {
    return (
      <>
        <StepHeader pending />
        <NewSessionSkeleton />
      </>
    )
  }
  return <NewSession pending={entry.intent.session} />
}

function NewSession({ pending }: { pending?: RegistrationIntent }) {
  const isPending = pending !== undefined
  usePageTitle(isPending ? 'Editar aula pendente' : 'Nova Sessão')
  const students = useStudents()
  const clubs = useClubs()
  const { entries, loaded } = useOutbox()
  const order = usePackageOrder()

  if (students.data === undefined) {
    return (
      <>
        <StepHeader pending={isPending} />
        {students.isError ? (
          <ErrorState
            {...explained(students.error, toasts.loadFailed)}
            onRetry={() => void students.refetch()}
            retrying={students.isFetching}
          />
        ) : (
          <NewSessionSkeleton />
        )}
      </>
    )
  }

  const others = entries.filter(({ id }) => id !== pending?.opId)
  const added = pendingStudents(entries, students.data, students.dataUpdatedAt)
  const active = [...withPendingSessions(students.data, others, order), ...added]
    .filter(({ status }) => status === 'active')
    .toSorted(compareByName)
  if (active.length === 0 && loaded && !isPending) {
    const none = students.data.length === 0
    return (
      <>
        <StepHeader />
        <EmptyState
          drawing={<RacketDrawing />}
          title={none ? empty.title : empty.none}
          description={none ? empty.first : 'Só alunos ativos podem participar de uma nova sessão'}
        >
          <Button asChild tone={none ? 'outline' : 'main'}>
            <Link to={paths.students.href()}>Gerenciar Alunos</Link>
          </Button>
          {none && (
            <Button asChild tone="main">
              <Link to={paths.newStudent.href()}>{empty.firstAction}</Link>
            </Button>
          )}
        </EmptyState>
      </>
    )
  }

  // New feedback starts with the default club, so wait until the clubs are loaded or have failed. Wait for the outbox
  // too: without it, the form would drop a draft's pending students as deleted.
  if (clubs.isPending || !loaded) {
    return (
      <>
        <StepHeader pending={isPending} />
        <NewSessionSkeleton />
      </>
    )
  }
  return (
    <SessionForm
      students={active}
      clubs={clubs.data}
      pendingStudents={new Set(added.map(({ id }) => id))}
      pending={pending}
    />
  )
}
