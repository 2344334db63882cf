import MessageCircle from 'lucide-react/icons/message-circle'
import { useState, type ReactNode, type Ref } from 'react'
import { createPortal } from 'react-dom'
import { BREAKPOINTS } from '@/core/constants'
import { toLocalDate } from '@/core/dates'
import { shortName } from '@/core/names'
import { paths } from '@/core/paths'
import { chatLink } from '@/core/phones'
import { CLASSE_LABELS, GENDER_LABELS } from '@/students/rules'
import { Avatar } from '@/ui/avatar'
import { Badge } from '@/ui/badge'
import { buttonLook } from '@/ui/button-look'
import { StickyActions } from '@/ui/forms/sticky-actions'
import { Logo } from '@/ui/logo'
import { optionalPart } from '@/ui/optional-part'
import { Skeleton } from '@/ui/states'
import { Tabs } from '@/ui/tabs'
import { useInBrowser } from '@/ui/use-in-browser'
import { useMediaQuery } from '@/ui/use-media-query'
import { useNow } from '@/ui/use-now'
import { usePageTitle } from '@/ui/use-page-title'
import type { PublicStudentData } from './data'
import { coachLine } from './first-words'
import { COACH_LINE, NAME_LINE } from './look'
import type { OtherTab } from './other-tabs'
import { SummaryTab } from './summary-tab'

const OtherTabs = optionalPart(
  () => import('./other-tabs'),
  'OtherTabs',
  <Skeleton className="h-64 rounded-xl" />,
)

const OTHERS = [
  { value: 'pacotes', label: 'Pacotes' },
  { value: 'aulas', label: 'Aulas' },
  { value: 'feedbacks', label: 'Feedbacks' },
] as const satisfies { value: OtherTab; label: string }[]

const DEFAULT_TAB = 'resumo'
const NAME = 'aba'

/** The loaded page. */
export const PublicStudent = (props: {
  data: PublicStudentData
  /** Called when the page's data is out of date. */
  onChanged: (always?: boolean) => void
  ref?: Ref<HTMLElement>
}) => <PublicStudentView {...props} now={useNow()} />

interface PublicStudentViewProps {
  data: PublicStudentData
  now: Date
  /** For the invented student: a badge that says so, and the action that replaces the chat. */
  sample?: { badge: ReactNode; action: ReactNode }
  onChanged?: (always?: boolean) => void
  ref?: Ref<HTMLElement> | undefined
}

/** The page at the moment `now`. The address holds the open tab, so that a reload keeps it. */
export function PublicStudentView({ data, now, sample, onChanged, ref }: PublicStudentViewProps) {
  const { student, teacher } = data
  usePageTitle(shortName(student.name))
  const [asked, open] = useTabInAddress()
  const wide = useMediaQuery(`(min-width: ${BREAKPOINTS.medium}px)`)
  const today = toLocalDate(now)
  const chat = chatLink(teacher.phone)
  const contact = sample?.action ?? (chat && <ChatButton href={chat} name={teacher.name} />)

  const tab = OTHERS.find(({ value }) => value === asked)?.value ?? DEFAULT_TAB
  const isSample = sample !== undefined
  const summary = (
    <SummaryTab
      data={data}
      now={now}
      isSample={isSample}
      onChanged={onChanged}
      onFeedbacks={() => open('feedbacks')}
    />
  )
  // What was tapped in 'Resumo' is newer than what was read, and an achievement is told for the whole visit. So it
  // lives on, outside of the document, while another tab is open. The sample is prerendered, without a document.
  const [kept, keep] = useState<HTMLElement>()
  if (tab === DEFAULT_TAB && !kept && !isSample) keep(document.createElement('div'))
  const tabs = [
    {
      value: DEFAULT_TAB,
      label: 'Resumo',
      content: kept ? <div ref={(place) => void (place?.contains(kept) || place?.append(kept))} /> : summary,
    },
    ...OTHERS.map(({ value, label }) => ({
      value,
      label,
      content: <OtherTabs tab={value} data={data} today={today} />,
    })),
  ]

  return (
    <main ref={ref} tabIndex={-1} className="flex min-h-dvh flex-col outline-none">
      <PublicHeader student={student} teacher={teacher} badge={sample?.badge}>
        {wide && contact}
      </PublicHeader>
      <div className="mx-auto flex w-full max-w-4xl grow flex-col px-4 pt-4 pb-10 md:px-8 md:pt-6 md:pb-0">
        <Tabs label="Dados do aluno" tabs={tabs} value={tab} onValueChange={open} />
        {kept && createPortal(summary, kept)}
        <a href={paths.home.href()} aria-label="Voleio, início" className="mx-auto mt-auto pt-10 pb-6">
          <Logo className="text-base" />
        </a>
        {!wide && contact && <StickyActions>{contact}</StickyActions>}
      </div>
    </main>
  )
}

type PublicHeaderProps = Pick<PublicStudentData, 'student' | 'teacher'> & {
  badge: ReactNode
  children?: ReactNode
}

/** Student, coach and classe, with actions beside them on wide screens. */
const PublicHeader = ({ student, teacher, badge, children }: PublicHeaderProps) => (
  <HeaderBackground>
    <div className="flex flex-wrap items-center gap-4">
      <div className="flex min-w-0 flex-1 items-center gap-4">
        <Avatar of={student} size="lg" />
        <div className="min-w-0">
          <p className={COACH_LINE}>{coachLine(teacher)}</p>
          <h1 className={NAME_LINE}>{shortName(student.name)}</h1>
          <div className="mt-1.5 flex flex-wrap gap-2">
            <Badge tone="court">{CLASSE_LABELS[student.classe]}</Badge>
            <Badge tone="court">{GENDER_LABELS[student.gender]}</Badge>
            {badge}
          </div>
        </div>
      </div>
      {children}
    </div>
  </HeaderBackground>
)

/** Opens a chat with the coach in a new tab. */
const ChatButton = ({ href, name }: { href: string; name: string }) => (
  <a
    href={href}
    target="_blank"
    rel="noopener noreferrer"
    className={buttonLook({ tone: 'main', className: 'md:max-w-sm' })}
  >
    <MessageCircle aria-hidden="true" />
    <span className="line-clamp-2">Falar com Professor(a) {name}</span>
  </a>
)

const inAddress = () => new URLSearchParams(window.location.search).get(NAME)

/** The tab in the address, and a setter that replaces the history entry. null: none, also while prerendered. */
function useTabInAddress(): [tab: string | null, open: (tab: string) => void] {
  const atFirst = useInBrowser(inAddress, null)
  const [chosen, choose] = useState<string>()
  const open = (tab: string) => {
    choose(tab)
    const address = new URL(window.location.href)
    if (tab === DEFAULT_TAB) address.searchParams.delete(NAME)
    else address.searchParams.set(NAME, tab)
    window.history.replaceState(window.history.state, '', address)
  }
  return [chosen ?? atFirst, open]
}

/** Header background with the lines of a service box. */
export const HeaderBackground = ({ children }: { children: ReactNode }) => (
  <header className="relative overflow-hidden bg-court-deep text-court-ink [--accent:#dbf24a]">
    <svg
      viewBox="0 0 320 180"
      preserveAspectRatio="xMaxYMid slice"
      className="absolute size-full"
      fill="none"
      stroke="currentColor"
      strokeOpacity="0.1"
      strokeWidth="3"
      aria-hidden="true"
    >
      <path d="M190 190 250-10M40 190 158-10M222 82H330" vectorEffect="non-scaling-stroke" />
    </svg>
    <div
      className={
        'relative mx-auto max-w-4xl px-4 pt-[max(1.5rem,env(safe-area-inset-top))] pb-5 md:px-8 md:pt-10 ' +
        'md:pb-8'
      }
    >
      {children}
    </div>
  </header>
)
