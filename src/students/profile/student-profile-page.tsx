import { useIsMutating, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { useParams } from 'react-router-dom'
import type { LocalDate, StudentWithCredits } from '@/core/model'
import { paths } from '@/core/paths'
import { invalidateAll } from '@/data/queries/effects'
import { toast } from '@/lib/browser/toast'
import { PackagesTab } from '@/packages/packages-tab'
import { ERASING } from '@/rights/use-rights'
import { LessonsTab } from '@/sessions/of-student/lessons-tab'
import { ButtonLink } from '@/ui/button-link'
import { OutDrawing } from '@/ui/drawings'
import { lazyPart } from '@/ui/lazy-page'
import { PageHeader } from '@/ui/page-header'
import { Skeleton } from '@/ui/skeleton'
import { EmptyState } from '@/ui/states'
import { Tabs } from '@/ui/tabs'
import { useReplace } from '@/ui/use-address'
import { useFocusAfterEditing } from '@/ui/use-focus-after'
import { useToday } from '@/ui/use-now'
import { usePageTitle } from '@/ui/use-page-title'
import { useRefresh } from '@/ui/use-refresh'
import { STUDENT_MESSAGES } from '../texts'
import { useStudent } from '../use-students'
import { LoadFailed } from './load-failed'
import { ProfileHeader } from './profile-header'
import { SummaryTab } from './summary-tab'
import { TABS, useProfileAddress } from './use-profile-address'

const LOADING = <Skeleton className="h-96 rounded-xl" />

/** Loaded apart from the profile: most visits end at the first tab. */
const FeedbacksTab = lazyPart(() => import('@/sessions/of-student/feedbacks-tab'), 'FeedbacksTab', LOADING)
const StudentEditor = lazyPart(() => import('./student-editor'), 'StudentEditor', LOADING)

const { notFound } = STUDENT_MESSAGES.toast

/** docs/product.md, 'Student profile'. */
export function StudentProfilePage() {
  const { id = '' } = useParams()
  const replace = useReplace()
  const client = useQueryClient()
  const student = useStudent(id)
  // Today's date, not that of the last read: persisted data may be days old, and packages expire.
  const today = useToday()
  useRefresh(useCallback(() => invalidateAll(client), [client]))
  usePageTitle(student.data?.name ?? 'Aluno')

  /** True after the coach deleted the student: the refetch then finds no student and must not raise an error toast. */
  const [isLeaving, setIsLeaving] = useState(false)
  const isErasing = useIsMutating({ mutationKey: ERASING }) > 0
  const isMissing = student.data === null
  const isUnknown = isMissing && !isLeaving && !isErasing
  useEffect(() => {
    if (isUnknown) toast({ title: notFound, tone: 'error' })
  }, [isUnknown])

  const leave = () => {
    setIsLeaving(true)
    replace(paths.students.href({ refresh: true }))
  }

  if (student.data) return <Profile student={student.data} today={today} onDeleted={leave} />
  if (student.isPending || (isMissing && !isUnknown)) return <ProfileSkeleton />
  return (
    <>
      <PageHeader title="Aluno" />
      {student.isError ? (
        <LoadFailed query={student} />
      ) : (
        <EmptyState
          drawing={<OutDrawing />}
          title={notFound}
          description="O endereço pode estar incorreto, ou este aluno foi apagado."
        >
          <ButtonLink tone="court" to={paths.students.href()}>
            Voltar para Alunos
          </ButtonLink>
        </EmptyState>
      )}
    </>
  )
}

type ProfileProps = { student: StudentWithCredits; today: LocalDate; onDeleted: () => void }

/** The header and, below it, the tabs or the student's edit form. */
function Profile({ student, today, onDeleted }: ProfileProps) {
  const { tab, form, showTab, openForm } = useProfileAddress(student)
  const editing = form?.kind === 'student'
  const more = useFocusAfterEditing(editing)
  return (
    <>
      <ProfileHeader student={student} today={today} editing={editing} more={more} />
      {editing ? (
        <StudentEditor student={student} onClose={() => openForm(null)} onDeleted={onDeleted} />
      ) : (
        <Tabs
          label="Perfil do aluno"
          value={tab}
          onValueChange={(value) => showTab(TABS.find((name) => name === value) ?? 'resumo')}
          tabs={[
            {
              value: 'resumo',
              label: 'Resumo',
              content: <SummaryTab student={student} today={today} onDeleted={onDeleted} />,
            },
            { value: 'pacotes', label: 'Pacotes', content: <PackagesTab student={student} today={today} /> },
            { value: 'aulas', label: 'Aulas', content: <LessonsTab student={student} /> },
            { value: 'feedbacks', label: 'Feedbacks', content: <FeedbacksTab student={student} /> },
          ]}
        />
      )}
    </>
  )
}

const ProfileSkeleton = () => (
  <>
    <PageHeader
      title="Aluno"
      subtitle={<Skeleton className="h-11 w-48" />}
      back={{ to: paths.students.href(), label: 'Voltar para Alunos' }}
    />
    <div role="status" aria-label="Carregando aluno" className="flex flex-col gap-6">
      <Skeleton className="h-13 rounded-lg" />
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {[1, 2, 3, 4].map((key) => (
          <Skeleton key={key} className="h-24 rounded-xl" />
        ))}
      </div>
      <Skeleton className="h-64 rounded-xl" />
    </div>
  </>
)
