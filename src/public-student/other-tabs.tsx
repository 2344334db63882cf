import { useRef, useState, type ReactNode } from 'react'
import { makeupText, absenceText } from '@/agreement/absence'
import { PAGE_SIZES } from '@/core/constants'
import { formatDate } from '@/core/dates'
import type { LocalDate } from '@/core/model'
import { pageInfo } from '@/core/paging'
import { PackageSummary } from '@/packages/package-summary'
import { PUBLIC_PACKAGE_STATUS_LABELS, packageStatus, validityInWords } from '@/packages/rules'
import { ATTENDANCE } from '@/sessions/attendance-texts'
import { Badge } from '@/ui/badge'
import { Card } from '@/ui/card'
import { CourtDrawing, FeedbackDrawing, TubeDrawing } from '@/ui/drawings'
import { optionalPart } from '@/ui/optional-part'
import { Pagination } from '@/ui/pagination'
import { Stars } from '@/ui/stars'
import { Skeleton, EmptyState } from '@/ui/states'
import type { PublicPackage, PublicSession, PublicStudentData } from './data'
import { wasThere } from './rules'
import { PUBLIC_STUDENT } from './texts'

export type OtherTab = 'pacotes' | 'aulas' | 'feedbacks'

type OtherTabsProps = { tab: OtherTab; data: PublicStudentData; today: LocalDate }

/** The tabs beside 'Resumo', loaded with the first of them: most visits end at 'Resumo'. */
export function OtherTabs({ tab, data, today }: OtherTabsProps) {
  const { sessions, time_zone: zone } = data
  if (tab === 'pacotes') return <PackagesTab data={data} today={today} />
  return tab === 'aulas' ? (
    <LessonsTab sessions={sessions} zone={zone} />
  ) : (
    <FeedbacksTab sessions={sessions} />
  )
}

type Rated = PublicSession & { feedback: NonNullable<PublicSession['feedback']> }

const FeedbacksTab = ({ sessions }: { sessions: readonly PublicSession[] }) => (
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

const LessonsTab = ({ sessions, zone }: { sessions: readonly PublicSession[]; zone: string }) => (
  <PagedLessons
    title="Aulas"
    lessons={sessions}
    empty={<EmptyState drawing={<CourtDrawing />} title={PUBLIC_STUDENT.empty.lessons} />}
  >
    {(session) => <Details session={session} zone={zone} />}
  </PagedLessons>
)

function Details({ session, zone }: { session: PublicSession; zone: string }) {
  const { notes, package_assignment: assignment } = session
  const missed = missedText(session, zone)
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

/** Lessons as cards with day, teacher and stars, in pages, newest first. */
function PagedLessons<Lesson extends PublicSession>({
  title,
  lessons,
  empty,
  children,
}: {
  title: string
  lessons: readonly Lesson[]
  /** Shown without lessons. */
  empty: ReactNode
  /** The rest of a card. */
  children: (lesson: Lesson) => ReactNode
}) {
  const { items, page, pages, turn, list } = usePages(lessons, PAGE_SIZES.publicSessions)
  if (lessons.length === 0) return empty
  return (
    <>
      <h2 className="sr-only">{title}</h2>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label={title}
        className="flex scroll-mt-4 flex-col gap-3 outline-none"
      >
        {items.map((lesson) => (
          <li key={lesson.id}>
            <Card>
              <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1.5">
                <div className="min-w-0">
                  <h3 className="figures text-[17px]">{formatDate(lesson.day)}</h3>
                  <p className="mt-0.5 line-clamp-2 text-[15px] text-ink-soft">{lesson.teacher}</p>
                </div>
                {lesson.feedback && <Stars rating={lesson.feedback.rating} />}
              </div>
              {children(lesson)}
            </Card>
          </li>
        ))}
      </ul>
      <Pagination page={page} pages={pages} onChange={turn} label={`Páginas de ${title.toLowerCase()}`} />
    </>
  )
}

/**
 * Pages a list that is already loaded. `list` goes to the element with the current page, to which turning the page
 * scrolls and moves the focus.
 */
function usePages<T>(all: readonly T[], pageSize: number) {
  const [wanted, setWanted] = useState(1)
  const list = useRef<HTMLUListElement>(null)
  const { page, pages, from, to } = pageInfo(wanted, pageSize, all.length)
  const turn = (next: number) => {
    setWanted(next)
    list.current?.focus({ preventScroll: true })
    list.current?.scrollIntoView({ block: 'start' })
  }
  return { items: all.slice(Math.max(0, from - 1), to), page, pages, turn, list }
}

/** Loaded on demand: most visits end at the first tab. */
const Statement = optionalPart(
  () => import('./statement-section'),
  'StatementSection',
  <Skeleton className="mt-6 h-64 rounded-xl" />,
)

/** Once the validity has begun the day says all, unless a make-up decides it: other extensions are not public. */
function validityOf(pkg: PublicPackage): string | undefined {
  if (pkg.expiry_date === null) return validityInWords({ ...pkg, extended_days: 0 })
  return pkg.makeup_day === null ? undefined : makeupText(pkg.makeup_day)
}

type PackagesTabProps = { data: PublicStudentData; today: LocalDate }

/** All packages, newest start date first, and below them the statement. */
const PackagesTab = ({ data: { packages, statement, time_zone: zone }, today }: PackagesTabProps) => (
  <>
    <h2 className="sr-only">Pacotes</h2>
    {packages.length === 0 ? (
      <EmptyState drawing={<TubeDrawing />} title={PUBLIC_STUDENT.empty.packages} />
    ) : (
      <ul aria-label="Pacotes" className="grid gap-3 md:grid-cols-2">
        {packages.map((pkg) => {
          const status = packageStatus(pkg, today)
          return (
            <li key={pkg.id} className="min-w-0">
              <PackageSummary
                pkg={pkg}
                status={status}
                statusLabel={PUBLIC_PACKAGE_STATUS_LABELS[status]}
                validity={validityOf(pkg)}
                today={today}
              />
            </li>
          )
        })}
      </ul>
    )}
    {statement.length > 0 && <Statement lines={statement} packages={packages} today={today} zone={zone} />}
  </>
)

/** Why a lesson did not happen, in words for the student. */
const REASONS = { ...ATTENDANCE.reasons, coach: 'Pelo professor' }

/**
 * Why the student did not play, and what it cost: 'Faltou', 'Falta avisada em 22/11 às 18:02', 'Cancelada · chuva';
 * null if present.
 */
export function missedText(session: PublicSession, zone: string): string | null {
  const { attendance, cancelled_reason: reason } = session
  if (wasThere(session)) return null
  return reason === null
    ? (absenceText(attendance, session, zone) ?? ATTENDANCE.labels[attendance])
    : ATTENDANCE.cancelled(REASONS[reason])
}
