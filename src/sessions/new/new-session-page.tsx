import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { usePackageOrder } from '@/account/use-profile'
import { listed, TODAY } from '@/agenda/answer-texts'
import { formatDay } from '@/agenda/days'
import { type Occurrence, blockOf, isOn } from '@/agenda/rules'
import { AGENDA_SERVICE } from '@/agenda/texts'
import { useAgenda, useKeptAgenda } from '@/agenda/use-agenda'
import { useSlotFacts } from '@/agenda/use-slot-plans'
import { dayOf, placeOf, timeOf } from '@/agenda/zone'
import { useClubs } from '@/clubs/use-clubs'
import { isLocalDate } from '@/core/dates'
import { isUuid, type LocalDate, type Student, type Uuid } from '@/core/model'
import { EXCUSED, paths, PENDING, REPEAT, SLOT, SLOT_DATE, SLOT_DAY } from '@/core/paths'
import type { RegistrationIntent } from '@/credits/intents'
import { explained, failedRead, ServiceError } from '@/data/queries/owner-query'
import { deviceTimeZone } from '@/lib/browser/time-zone'
import { pendingStudents, withPendingSessions } from '@/outbox/pending'
import { useEntryToEdit, useOutbox } from '@/outbox/use-outbox'
import { compareByName } from '@/students/rules'
import { STUDENT_MESSAGES } from '@/students/texts'
import { useStudents } from '@/students/use-students'
import { ButtonLink } from '@/ui/button-link'
import { RacketDrawing } from '@/ui/drawings'
import { Skeleton, EmptyState, ErrorState } from '@/ui/states'
import { useToday } from '@/ui/use-now'
import { asSeen, originOf, toldAttendance, type Start } from './draft'
import { SessionForm, StepHeader } from './session-form'

const { empty, toast: toasts } = STUDENT_MESSAGES

/** Registers a lesson (docs/product.md, 'New session'): a new one, a pending one, or one that the address fills in. */
export function NewSessionPage() {
  const [params] = useSearchParams()
  const pending = params.get(PENDING)
  if (pending !== null) return <PendingSession key={pending} id={pending} />
  const [slotId, slotDate, repeat] = [params.get(SLOT), params.get(SLOT_DATE), params.get(REPEAT)]
  if (slotId !== null && isUuid(slotId) && slotDate !== null && isLocalDate(slotDate)) {
    const day = params.get(SLOT_DAY) ?? ''
    return (
      <PlannedLesson
        key={`${slotId}/${slotDate}`}
        slotId={slotId}
        slotDate={slotDate}
        day={isLocalDate(day) ? day : slotDate}
        excused={params.get(EXCUSED)?.split(',') ?? []}
      />
    )
  }
  if (repeat !== null) {
    const start = { name: `repeat:${repeat}`, students: repeat.split(','), notice: TODAY.form.repeated }
    return <NewSession key={repeat} start={start} />
  }
  return <NewSession key="empty" />
}

/** After this long the agenda that the device kept is good enough: a bad signal must not keep the form closed. */
const NEWER_MS = 3_000

interface PlannedLessonProps {
  slotId: Uuid
  slotDate: LocalDate
  /** The day of the occurrence when the link was made. */
  day: LocalDate
  /** Students whom the coach excused before. */
  excused: readonly Uuid[]
}

/** The form of a planned lesson as it was at first: registering answers it while the form is still on screen. */
function PlannedLesson({ slotId, slotDate, day: linked, excused }: PlannedLessonProps) {
  const [day, setDay] = useState(linked)
  const block = blockOf(day, useToday())
  const agenda = useAgenda(block.from, block.to)
  const [opened, setOpened] = useState<Occurrence | 'gone' | null>(null)
  const [isPatient, setPatient] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setPatient(false), NEWER_MS)
    return () => clearTimeout(timer)
  }, [])
  const mayBeOld = agenda.isFetching && isPatient
  const isRead = agenda.data !== undefined && !agenda.isPlaceholderData && isOn(day, agenda.data.days)
  const found = agenda.data?.occurrences.find(
    (each) => each.slot_id === slotId && each.slot_date === slotDate,
  )
  // Another device may have moved the occurrence to other weeks.
  const facts = useSlotFacts(opened === null && isRead && !mayBeOld && found === undefined ? slotId : null)
  if (opened === null && isRead && !mayBeOld) {
    if (found) setOpened(found)
    else if (facts.data) {
      const moved = facts.data.exceptions.find((each) => each.slot_date === slotDate)?.moved_to
      const now = moved ? dayOf(moved) : slotDate
      if (isOn(now, block)) setOpened('gone')
      else setDay(now)
    } else if (facts.error instanceof ServiceError && facts.error.code === 'slot-not-found') setOpened('gone')
  }
  if (opened === null) {
    const error = agenda.error ?? facts.error
    const isUnread = !isRead && !agenda.isFetching && agenda.data !== undefined
    if (!error && !isUnread) return <Loading />
    return (
      <>
        <StepHeader />
        <ErrorState
          {...(isUnread ? AGENDA_SERVICE.unread : explained(error, AGENDA_SERVICE.loadFailed))}
          onRetry={() => {
            void agenda.refetch()
            if (facts.isError) void facts.refetch()
          }}
          retrying={agenda.isFetching || facts.isFetching}
        />
      </>
    )
  }
  if (opened === 'gone')
    return <NewSession start={{ name: `${slotId}/${slotDate}`, students: [], notice: TODAY.form.gone }} />
  if (opened.session_id !== null) {
    return (
      <>
        <StepHeader />
        <EmptyState
          drawing={<RacketDrawing />}
          title={AGENDA_SERVICE.answered}
          description={TODAY.form.answeredText}
        >
          <ButtonLink to={paths.sessions.href()} tone="main">
            {TODAY.form.seeHistory}
          </ButtonLink>
        </EmptyState>
      </>
    )
  }
  const { starts_at: at, club_id: clubId, students } = opened
  return (
    <NewSession
      start={{
        name: `${slotId}/${slotDate}`,
        students: students.map(({ id }) => id),
        told: toldAttendance(opened, excused),
        origin: originOf(opened),
        clubId,
        // The form's own field shows the device's time, so the notice names the agenda's zone if it is another one.
        notice: TODAY.form.fromAgenda(
          `${formatDay(opened.day)}, ${timeOf(at)}`,
          at.zone === deviceTimeZone() ? null : placeOf(at.zone),
        ),
      }}
    />
  )
}

function PendingSession({ id }: { id: Uuid }) {
  const entry = useEntryToEdit(id, 'session')
  const lesson = entry?.intent.kind === 'session' ? entry.intent.session : undefined
  const today = useToday()
  const day = lesson?.lessonDay ?? today
  const agenda = useAgenda(day, day, { enabled: lesson?.takesReplies === true })
  const [pending, setPending] = useState<RegistrationIntent>()
  const isReading = lesson?.takesReplies && agenda.data === undefined && agenda.isFetching
  if (lesson && !pending && !isReading) {
    const { slot } = lesson
    const isSame = ({ slot_id, slot_date }: Occurrence) =>
      slot_id === slot?.slotId && slot_date === slot.slotDate
    setPending(asSeen(lesson, agenda.data?.occurrences.find(isSame)))
  }
  return pending ? <NewSession pending={pending} /> : <Loading pending />
}

function NewSession({ pending, start }: { pending?: RegistrationIntent; start?: Start }) {
  const isPending = pending !== undefined
  const students = useStudents()
  const clubs = useClubs()
  const { entries, loaded } = useOutbox()
  const order = usePackageOrder()
  const agenda = useKeptAgenda()

  if (students.data === undefined) {
    if (!students.isError) return <Loading pending={isPending} />
    return (
      <>
        <StepHeader pending={isPending} />
        <ErrorState {...failedRead(toasts.loadFailed, students)} />
      </>
    )
  }

  const others = entries.filter(({ id }) => id !== pending?.opId)
  const added = pendingStudents(entries, students.data, students.dataUpdatedAt)
  const active = [...withPendingSessions(students.data, others, order, agenda?.occurrences), ...added]
    // And who was in the pending lesson already, unless anonymised.
    .filter(
      ({ id, status, anonymized_at: gone }) =>
        status === 'active' || (gone === null && pending?.participants.some((each) => each.studentId === id)),
    )
    .toSorted(compareByName)
  if (active.length === 0 && loaded && !isPending) {
    const none = students.data.length === 0
    return (
      <>
        <StepHeader />
        <EmptyState
          drawing={<RacketDrawing />}
          title={none ? empty.title : empty.none}
          description={none ? empty.first : 'Só alunos ativos podem participar de uma aula'}
        >
          {none && (
            <ButtonLink to={paths.newStudent.href()} tone="main">
              {empty.firstAction}
            </ButtonLink>
          )}
          <ButtonLink to={paths.students.href()} tone={none ? 'outline' : 'main'}>
            Gerenciar Alunos
          </ButtonLink>
        </EmptyState>
      </>
    )
  }

  // New feedback starts with the default club, so the form waits until the clubs are loaded or have failed. It waits
  // for the outbox too, without which it would drop a draft's pending students as deleted.
  if (clubs.isPending || !loaded) return <Loading pending={isPending} />
  // A list of before may lack a new student, whom the form would leave out of the lesson without a word.
  const known = new Set([...students.data, ...added].map(({ id }) => id))
  const isReading = students.isFetching && !students.isFetchedAfterMount
  if (isReading && start?.students.some((id) => !known.has(id))) return <Loading />
  return (
    <SessionForm
      students={active}
      clubs={clubs.data}
      pendingStudents={new Set(added.map(({ id }) => id))}
      pending={pending}
      start={start && namingWhoIsLeftOut(start, active, students.data)}
    />
  )
}

const leftOutOf = (names: readonly string[]) => `Ficou de fora quem não está ativo: ${listed(names)}.`

/** The start with a notice that names its students who are not among the active ones. */
function namingWhoIsLeftOut(
  start: Start,
  active: readonly Pick<Student, 'id'>[],
  all: readonly Pick<Student, 'id' | 'name'>[],
): Start {
  const leftOut = start.students.filter((id) => active.every((each) => each.id !== id))
  if (leftOut.length === 0) return start
  const names = leftOut.map((id) => all.find((each) => each.id === id)?.name ?? 'aluno apagado')
  const isEmpty = start.origin === undefined && leftOut.length === start.students.length
  return { ...start, notice: `${isEmpty ? '' : `${start.notice} `}${leftOutOf(names)}` }
}

/** Step 1 while it loads. */
const Loading = ({ pending = false }: { pending?: boolean }) => (
  <>
    <StepHeader pending={pending} />
    <div role="status" aria-label="Carregando alunos..." className="flex flex-col gap-4">
      <Skeleton className="h-7 w-52" />
      <Skeleton className="h-12 w-full" />
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,16rem),1fr))] gap-3">
        {Array.from({ length: 6 }, (_, at) => (
          <Skeleton key={at} className="h-18 w-full rounded-xl" />
        ))}
      </div>
    </div>
  </>
)
