import MessageCircle from 'lucide-react/icons/message-circle'
import { useState, type ReactNode, type Ref } from 'react'
import { BREAKPOINTS } from '@/core/constants'
import { initial, shortName } from '@/core/names'
import { paths } from '@/core/paths'
import { chatLink } from '@/core/phones'
import { CLASSE_LABELS, GENDER_LABELS } from '@/students/rules'
import { Avatar } from '@/ui/avatar'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { CourtDrawing, FeedbackDrawing } from '@/ui/drawings'
import { StickyActions } from '@/ui/forms/sticky-actions'
import { Logo } from '@/ui/logo'
import { EmptyState } from '@/ui/states'
import { Tabs } from '@/ui/tabs'
import { useMediaQuery } from '@/ui/use-media-query'
import { useToday } from '@/ui/use-now'
import { usePageTitle } from '@/ui/use-page-title'
import type { PublicSession, PublicStudentData } from './data'
import { HeaderBackground } from './header-background'
import { missedText } from './missed-text'
import { PackagesTab } from './packages-tab'
import { PagedLessons } from './paged-lessons'
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
      content: <PackagesTab packages={packages} statement={statement} today={today} />,
    },
    { value: 'aulas', label: 'Aulas', content: <LessonsTab sessions={sessions} /> },
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

function LessonsTab({ sessions }: { sessions: readonly PublicSession[] }) {
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
