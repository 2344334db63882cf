import { clsx } from 'clsx'
import ChevronRight from 'lucide-react/icons/chevron-right'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import FileUp from 'lucide-react/icons/file-up'
import Mail from 'lucide-react/icons/mail'
import Phone from 'lucide-react/icons/phone'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import UserPlus from 'lucide-react/icons/user-plus'
import { memo, useDeferredValue, useMemo, useRef, useState } from 'react'
import { useLocation, Link } from 'react-router-dom'
import { BREAKPOINTS } from '@/core/constants'
import { formatDate } from '@/core/dates'
import type { LocalDate, StudentWithCredits } from '@/core/model'
import { paths } from '@/core/paths'
import { displayPhone } from '@/core/phones'
import { creditWords } from '@/credits/credit-state'
import { PendingList } from '@/outbox/pending-list'
import { isOpen } from '@/outbox/rules'
import { OUTBOX } from '@/outbox/texts'
import { useOutboxEntries } from '@/outbox/use-outbox'
import { Avatar } from '@/ui/avatar'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { ButtonLink } from '@/ui/button-link'
import { Card } from '@/ui/card'
import { OutDrawing, RacketDrawing } from '@/ui/drawings'
import { NearBlocks } from '@/ui/near-blocks'
import { PageHeader } from '@/ui/page-header'
import { QueryView } from '@/ui/query-view'
import { Skeleton, EmptyState } from '@/ui/states'
import { useMediaQuery } from '@/ui/use-media-query'
import { useToday } from '@/ui/use-now'
import { usePageTitle } from '@/ui/use-page-title'
import { useRefresh } from '@/ui/use-refresh'
import { ANONYMIZED } from './anonymized-texts'
import { filterStudents } from './filter'
import { CREDIT_INK, OwedText } from './owed-text'
import {
  compareForList,
  studentCountLabel,
  CLASSE_LABELS,
  STUDENT_STATUS_LABELS,
  STUDENT_TYPE_BADGES,
} from './rules'
import { StudentFilterBar, useStudentFilters } from './student-filters'
import { StudentsTable } from './students-table'
import { STUDENT_MESSAGES } from './texts'
import { useStudents } from './use-students'

const { empty, import: imports, toast: toasts } = STUDENT_MESSAGES
const GRID = '-m-2 grid md:grid-cols-2'
/** More than a phone shows; even, because two may stand side by side. */
const BLOCK = 10
/** The height of most cards, with the gap. */
const CARD_PX = 163

/** docs/product.md, 'Students list'. */
export function StudentsPage() {
  usePageTitle('Alunos')
  const state: unknown = useLocation().state
  const read = useStudents()
  const { data } = read
  useRefresh(read.refetch)

  const entries = useOutboxEntries()
  const waiting = entries.filter((entry) => entry.intent.kind === 'student' && isOpen(entry))
  const { filters, isFiltered, change, clear, flush } = useStudentFilters()
  // Deferred, so that typing stays responsive while the cards re-render.
  const deferred = useDeferredValue(filters)
  const sorted = useMemo(() => (data ?? []).toSorted(compareForList), [data])
  const found = useMemo(() => filterStudents(sorted, deferred), [sorted, deferred])
  // Today's date, not that of the last read: persisted data may be days old, and packages expire.
  const today = useToday()
  const isWide = useMediaQuery(`(min-width: ${BREAKPOINTS.wide}px)`)

  const count = useRef<HTMLParagraphElement>(null)
  const clearAndStay = () => {
    clear()
    // The pressed button disappears with the filters; keep the focus.
    count.current?.focus()
  }
  // Read once: a coach who comes back to the list is not told again.
  const [addedId] = useState(() => addedIn(state))
  const added = data?.find(({ id, packages }) => id === addedId && packages.length === 0)
  const hasStudents = sorted.length > 0
  const isListed = hasStudents || waiting.length > 0

  return (
    <>
      <PageHeader
        title="Alunos"
        action={
          isListed
            ? { label: 'Novo Aluno', icon: UserPlus, does: { to: paths.newStudent.href() } }
            : undefined
        }
      />
      <PendingList id="pendentes" title={OUTBOX.waiting} shown={waiting} />
      {added && (
        <Card className="mb-4 flex flex-wrap items-center justify-between gap-3">
          <p className="min-w-0 flex-1 basis-52 font-semibold [overflow-wrap:anywhere]">
            {STUDENT_MESSAGES.nextPackage(added.name)}
          </p>
          <ButtonLink
            tone="court"
            to={paths.newPackage.href({ student: added.id })}
            className="grow sm:grow-0"
          >
            Novo Pacote
          </ButtonLink>
        </Card>
      )}
      {hasStudents && <StudentFilterBar filters={filters} onChange={change} onLeave={flush} />}
      <div className="my-4 flex min-h-11 items-center justify-between gap-3">
        <p ref={count} role="status" tabIndex={-1} className="figures font-semibold outline-none">
          {data ? studentCountLabel(found.length) : ''}
        </p>
        {hasStudents && isFiltered ? (
          <Button tone="ghost" size="sm" className="-mr-2" onClick={clearAndStay}>
            Limpar filtros
          </Button>
        ) : (
          isListed && (
            <ButtonLink
              to={paths.importStudents.href()}
              aria-label={imports.title}
              tone="ghost"
              size="sm"
              className="-mr-2 shrink-0 text-ink-soft"
            >
              <FileUp />
              {imports.link}
            </ButtonLink>
          )
        )}
      </div>
      <QueryView
        query={read}
        failed={toasts.loadFailed}
        skeleton={isWide ? <LoadingTable /> : <LoadingStudents />}
      >
        {() => {
          if (found.length > 0) {
            return isWide ? (
              <StudentsTable students={found} today={today} />
            ) : (
              <StudentGrid students={found} today={today} />
            )
          }
          return (hasStudents || waiting.length === 0) && <NoStudents filtered={hasStudents} />
        }}
      </QueryView>
    </>
  )
}

/** The id of the student who was added on the previous screen, if any. */
const addedIn = (state: unknown): unknown =>
  typeof state === 'object' && state !== null && 'added' in state ? state.added : undefined

type StudentGridProps = { students: StudentWithCredits[]; today: LocalDate }

const StudentGrid = memo(function StudentGrid({ students, today }: StudentGridProps) {
  return (
    <ul className={GRID}>
      <NearBlocks
        items={students}
        size={BLOCK}
        renderRow={(student, at) => (
          <li
            key={student.id}
            // Only the cards near the viewport are in the document.
            aria-setsize={students.length}
            aria-posinset={at + 1}
            className="min-w-0 p-2"
          >
            <StudentCard student={student} today={today} />
          </li>
        )}
        renderPlaceholder={(cards, ref) => (
          <li ref={ref} key="placeholder" aria-hidden="true" className="md:col-span-2">
            <div className="md:hidden" style={{ height: `${cards * CARD_PX}px` }} />
            <div className="max-md:hidden" style={{ height: `${Math.ceil(cards / 2) * CARD_PX}px` }} />
          </li>
        )}
      />
    </ul>
  )
})

function NoStudents({ filtered }: { filtered: boolean }) {
  if (filtered)
    return <EmptyState drawing={<OutDrawing />} title={empty.title} description={empty.filtered} />
  return (
    <EmptyState drawing={<RacketDrawing />} title={empty.title} description={empty.first}>
      <ButtonLink to={paths.newStudent.href()} tone="main">
        <UserPlus />
        {empty.firstAction}
      </ButtonLink>
      <ButtonLink to={paths.importStudents.href()}>
        <FileUp />
        {imports.title}
      </ButtonLink>
    </EmptyState>
  )
}

const LoadingTable = () => (
  <div
    role="status"
    aria-label="Carregando alunos"
    className="rounded-xl border border-line bg-surface px-3 pt-11"
  >
    {Array.from({ length: 10 }, (_, at) => (
      <div key={at} className="flex h-12 items-center gap-3 border-t border-line">
        <Skeleton className="size-8" />
        <Skeleton className="h-5 w-1/4" />
        <Skeleton className="ml-auto h-5 w-1/2" />
      </div>
    ))}
  </div>
)

const LoadingStudents = () => (
  <div role="status" aria-label="Carregando alunos" className={GRID}>
    {Array.from({ length: 6 }, (_, at) => (
      <div key={at} className="p-2">
        <div className="rounded-xl border border-line bg-surface p-4">
          <div className="flex gap-3">
            <Skeleton className="size-11" />
            <div className="flex-1">
              <Skeleton className="h-5 w-2/3" />
              <Skeleton className="mt-2 h-6 w-1/2" />
            </div>
          </div>
          <div className="mt-3 flex items-end justify-between gap-3">
            <div className="flex-1">
              <Skeleton className="h-5 w-2/3" />
              <Skeleton className="mt-1 h-5 w-4/5" />
            </div>
            <Skeleton className="h-6 w-28" />
          </div>
        </div>
      </div>
    ))}
  </div>
)

type StudentCardProps = { student: StudentWithCredits; today: LocalDate }

/** One student of the list (docs/product.md, 'Students list'). The whole card links to the profile. */
const StudentCard = memo(function StudentCard({ student, today }: StudentCardProps) {
  const phone = displayPhone(student.phone)
  return (
    <Link
      to={paths.studentProfile.href({ id: student.id })}
      className={
        'flex h-full flex-col rounded-xl border border-line bg-surface p-4 shadow-card ' +
        'hover:border-line-strong active:bg-sunken'
      }
    >
      <div className="flex items-start gap-3">
        <Avatar of={student} />
        <div className="min-w-0 flex-1">
          <h2 className="line-clamp-2 text-[17px]">{student.name}</h2>
          <div className="mt-1.5 flex flex-wrap gap-1.5">
            {student.anonymized_at === null ? (
              <>
                {student.status === 'inactive' && (
                  <Badge className="border border-line-strong">{STUDENT_STATUS_LABELS.inactive}</Badge>
                )}
                <Badge tone="info">{CLASSE_LABELS[student.classe]}</Badge>
                <Badge>{STUDENT_TYPE_BADGES[student.type]}</Badge>
              </>
            ) : (
              <Badge className="figures border border-line-strong">
                {ANONYMIZED.since(formatDate(student.anonymized_at))}
              </Badge>
            )}
          </div>
        </div>
        <ChevronRight className="mt-0.5 size-5 shrink-0 text-ink-soft" />
      </div>
      <div className="mt-auto flex flex-wrap items-end gap-x-3 gap-y-2 pt-3">
        <div className="flex min-w-0 grow basis-38 flex-col gap-1 text-[15px] text-ink-soft">
          {phone !== '' && (
            <div className="flex min-w-0 items-center gap-2">
              <Phone className="size-4 shrink-0" />
              <span className="figures truncate">{phone}</span>
            </div>
          )}
          {student.email && (
            <div className="flex min-w-0 items-center gap-2">
              <Mail className="size-4 shrink-0" />
              <span className="truncate">{student.email}</span>
            </div>
          )}
        </div>
        <Credits student={student} today={today} />
      </div>
    </Link>
  )
})

function Credits({ student, today }: { student: StudentWithCredits; today: LocalDate }) {
  const words = creditWords(student, today)
  const { sentence, tone, aside } = words
  return (
    <div className="ml-auto flex flex-col items-end gap-1.5">
      {aside.map(({ text, tone: look }) => (
        <Badge key={text} tone={look} className="figures">
          {look === 'warn' && <TriangleAlert className="size-4" />}
          {text}
        </Badge>
      ))}
      <span
        className={clsx(
          'figures flex items-center gap-1.5 text-right text-[17px] font-extrabold',
          CREDIT_INK[tone],
        )}
      >
        {tone === 'red' && <CircleAlert className="size-5 shrink-0" />}
        <span>{sentence}</span>
      </span>
      <OwedText words={words} className="text-[15px]" />
    </div>
  )
}
