import MessageCircle from 'lucide-react/icons/message-circle'
import { useState, type ReactNode, type Ref, useRef, type RefObject, Suspense } from 'react'
import { BREAKPOINTS, PAGE_SIZES } from '@/core/constants'
import { formatDate } from '@/core/dates'
import type { LocalDate } from '@/core/model'
import { initial, shortName } from '@/core/names'
import { pageInfo } from '@/core/paging'
import { paths } from '@/core/paths'
import { chatLink } from '@/core/phones'
import { PackageSummary } from '@/packages/package-summary'
import { PUBLIC_PACKAGE_STATUS_LABELS, packageStatus, validityInWords } from '@/packages/rules'
import { CLASSE_LABELS, GENDER_LABELS } from '@/students/rules'
import { Avatar } from '@/ui/avatar'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { CourtDrawing, FeedbackDrawing, TubeDrawing } from '@/ui/drawings'
import { StickyActions } from '@/ui/forms/sticky-actions'
import { lazyPage } from '@/ui/lazy-page'
import { Logo } from '@/ui/logo'
import { Pagination } from '@/ui/pagination'
import { Skeleton } from '@/ui/skeleton'
import { Stars } from '@/ui/stars'
import { EmptyState } from '@/ui/states'
import { Tabs } from '@/ui/tabs'
import { useMediaQuery } from '@/ui/use-media-query'
import { useToday } from '@/ui/use-now'
import { usePageTitle } from '@/ui/use-page-title'
import type { PublicSession, PublicStudentData, PublicPackage, PublicStatementLine } from './data'
import { wasThere } from './rules'
import { SummaryTab } from './summary-tab'
import { PUBLIC_STUDENT } from './texts'

const DEFAULT_TAB = 'resumo'
const NAME = 'aba'

/** The loaded page. The address holds the open tab, so that a reload keeps it. */
export function PublicStudent({ data, ref }: { data: PublicStudentData; ref?: Ref<HTMLElement> }) {
  const { student, teacher, packages, sessions, statement } = data
  usePageTitle(shortName(student.name))
  const [asked, ask] = useTabInAddress()
  const wide = useMediaQuery(`(min-width: ${BREAKPOINTS.medium}px)`)
  const today = useToday()
  const canChat = chatLink(teacher.phone) !== null

  const tabs = [
    { value: DEFAULT_TAB, label: 'Resumo', content: <SummaryTab data={data} today={today} /> },
    {
      value: 'pacotes',
      label: 'Pacotes',
      content: <PackagesTab packages={packages} statement={statement} today={today} zone={data.time_zone} />,
    },
    { value: 'aulas', label: 'Aulas', content: <LessonsTab sessions={sessions} zone={data.time_zone} /> },
    { value: 'feedbacks', label: 'Feedbacks', content: <FeedbacksTab sessions={sessions} /> },
  ]
  const tab = tabs.find(({ value }) => value === asked)?.value ?? DEFAULT_TAB
  const open = (value: string) => ask(value === DEFAULT_TAB ? null : value)

  return (
    <main ref={ref} tabIndex={-1} className="flex min-h-dvh flex-col outline-none">
      <PublicHeader student={student} teacher={teacher}>
        {wide && <ChatButton teacher={teacher} />}
      </PublicHeader>
      <div className="mx-auto flex w-full max-w-4xl grow flex-col px-4 pt-4 pb-10 md:px-8 md:pt-6 md:pb-0">
        <Tabs label="Dados do aluno" tabs={tabs} value={tab} onValueChange={open} />
        <p className="mt-auto flex justify-center pt-8 pb-4">
          <a href={paths.home.href()} aria-label="Voleio, início" className="flex min-h-11 items-center">
            <Logo className="text-base" />
          </a>
        </p>
        {!wide && canChat && (
          <StickyActions>
            <ChatButton teacher={teacher} />
          </StickyActions>
        )}
      </div>
    </main>
  )
}

/** Student, coach and level, with actions beside them on wide screens. */
function PublicHeader({
  student,
  teacher,
  children,
}: Pick<PublicStudentData, 'student' | 'teacher'> & { children?: ReactNode }) {
  return (
    <HeaderBackground>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <div className="flex min-w-0 flex-1 items-center gap-4">
          <Avatar initial={initial(student.name)} seed={student.id} size="lg" />
          <div className="min-w-0">
            <p className="line-clamp-2 text-[15px]">Aluno de {teacher.name}</p>
            <h1 className="mt-0.5 line-clamp-2 text-[1.9rem]">{shortName(student.name)}</h1>
            <div className="mt-1.5 flex flex-wrap gap-2">
              <Badge tone="court">{CLASSE_LABELS[student.classe]}</Badge>
              <Badge tone="court">{GENDER_LABELS[student.gender]}</Badge>
            </div>
          </div>
        </div>
        {children}
      </div>
    </HeaderBackground>
  )
}

/** Opens a chat with the coach in a new tab; renders nothing without a phone. */
function ChatButton({ teacher }: Pick<PublicStudentData, 'teacher'>) {
  const href = chatLink(teacher.phone)
  if (href === null) return null
  return (
    <Button asChild tone="main" className="md:max-w-sm">
      <a href={href} target="_blank" rel="noopener noreferrer">
        <MessageCircle aria-hidden="true" />
        <span className="line-clamp-2">Falar com Professor(a) {teacher.name}</span>
      </a>
    </Button>
  )
}

/** The tab in the address (null for none) and a setter that replaces the history entry. */
function useTabInAddress(): [tab: string | null, ask: (tab: string | null) => void] {
  const [tab, setTab] = useState(() => new URLSearchParams(window.location.search).get(NAME))
  const ask = (next: string | null) => {
    setTab(next)
    const address = new URL(window.location.href)
    if (next === null) address.searchParams.delete(NAME)
    else address.searchParams.set(NAME, next)
    window.history.replaceState(window.history.state, '', address)
  }
  return [tab, ask]
}

type Rated = PublicSession & { feedback: NonNullable<PublicSession['feedback']> }

function FeedbacksTab({ sessions }: { sessions: readonly PublicSession[] }) {
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

function LessonsTab({ sessions, zone }: { sessions: readonly PublicSession[]; zone: string }) {
  return (
    <PagedLessons
      title="Aulas"
      lessons={sessions}
      empty={<EmptyState drawing={<CourtDrawing />} title={PUBLIC_STUDENT.empty.lessons} />}
    >
      {(session) => <Details session={session} zone={zone} />}
    </PagedLessons>
  )
}

/** Loaded with the first lesson that was missed. */
const MissedBadge = lazyPage(() => import('./missed-badge'), 'MissedBadge')

function Details({ session, zone }: { session: PublicSession; zone: string }) {
  const { notes, package_assignment: assignment } = session
  const missed = !wasThere(session)
  return (
    <>
      {(missed || assignment) && (
        <p className="mt-2.5 flex flex-wrap gap-1.5">
          {missed && (
            <Suspense>
              <MissedBadge session={session} zone={zone} />
            </Suspense>
          )}
          {assignment && (
            <Badge className="[overflow-wrap:anywhere]">{assignment.package_name.trim() || 'Pacote'}</Badge>
          )}
        </p>
      )}
      {notes && <p className="mt-3 whitespace-pre-line">{notes}</p>}
    </>
  )
}

/** Header background with the lines of a service box. */
export function HeaderBackground({ children }: { children: ReactNode }) {
  return (
    <header className="relative overflow-hidden bg-court-deep text-court-ink [--accent:#dbf24a]">
      <svg
        viewBox="0 0 320 180"
        preserveAspectRatio="xMaxYMid slice"
        className="absolute inset-0 size-full"
        fill="none"
        stroke="currentColor"
        strokeOpacity="0.1"
        strokeWidth="3"
        aria-hidden="true"
      >
        <path d="M190 190 250-10M40 190 158-10M222 82H330" vectorEffect="non-scaling-stroke" />
      </svg>
      <div className="relative mx-auto max-w-4xl px-4 pt-[max(1.5rem,env(safe-area-inset-top))] pb-5 md:px-8 md:pt-10 md:pb-8">
        {children}
      </div>
    </header>
  )
}

/** Lessons as cards with day, teacher and stars, newest first, in pages. */
function PagedLessons<Lesson extends PublicSession>({
  title,
  lessons,
  empty,
  children,
}: {
  title: string
  lessons: readonly Lesson[]
  /** Instead of no card. */
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
                  <h3 className="figures text-[17px]">{formatDate(lesson.date)}</h3>
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
 * Pages a list that is already loaded. `list` is for the element with the current page: turning the page scrolls to
 * it and focuses it.
 */
function usePages<T>(
  all: readonly T[],
  pageSize: number,
): {
  items: T[]
  page: number
  pages: number
  turn: (page: number) => void
  list: RefObject<HTMLUListElement | null>
} {
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

/** Loaded with this tab: most visits end at the first one. */
const Statement = lazyPage(() => import('./statement-section'), 'StatementSection')

/** All packages, newest start date first, and below them where the credits went. */
function PackagesTab({
  packages,
  statement,
  today,
  zone,
}: {
  packages: readonly PublicPackage[]
  statement: readonly PublicStatementLine[]
  today: LocalDate
  zone: string
}) {
  return (
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
                  // Once it has begun the day says all: extensions are not public.
                  validity={
                    pkg.expiry_date === null ? validityInWords({ ...pkg, extended_days: 0 }) : undefined
                  }
                />
              </li>
            )
          })}
        </ul>
      )}
      {statement.length > 0 && (
        <Suspense fallback={<Skeleton className="mt-6 h-64 rounded-xl" />}>
          <Statement lines={statement} packages={packages} today={today} zone={zone} />
        </Suspense>
      )}
    </>
  )
}
