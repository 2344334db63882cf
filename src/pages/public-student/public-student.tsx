import type { Ref } from 'react'
import { StickyActions } from '@/components/forms/sticky-actions'
import { Logo } from '@/components/ui/logo'
import { Tabs } from '@/components/ui/tabs'
import { BREAKPOINTS } from '@/domain/shared/constants'
import { shortName } from '@/domain/shared/names'
import { paths } from '@/domain/shared/paths'
import { chatLink } from '@/domain/shared/phones'
import { useMediaQuery } from '@/hooks/shared/use-media-query'
import { useToday } from '@/hooks/shared/use-now'
import { usePageTitle } from '@/hooks/shared/use-page-title'
import type { PublicStudentData } from '@/services/public-student/public-student'
import { FeedbacksTab } from './feedbacks-tab'
import { LessonsTab } from './lessons-tab'
import { PackagesTab } from './packages-tab'
import { ChatButton, PublicHeader } from './public-header'
import { SummaryTab } from './summary-tab'
import { useTabInAddress } from './use-tab-in-address'

const DEFAULT_TAB = 'resumo'

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
