import { Suspense } from 'react'
import type { LocalDate, StudentWithCredits } from '@/core/model'
import { PackagesTab } from '@/packages/packages-tab'
import { LessonsTab } from '@/sessions/of-student/lessons-tab'
import { lazyPage } from '@/ui/lazy-page'
import { Skeleton } from '@/ui/skeleton'
import { Tabs } from '@/ui/tabs'
import { useFocusAfterEditing } from '@/ui/use-focus-after'
import { ProfileHeader } from './profile-header'
import { SummaryTab } from './summary-tab'
import { TABS, useProfileAddress } from './use-profile-address'

/** Not with the profile: most visits end at the first tab. */
const FeedbacksTab = lazyPage(() => import('@/sessions/of-student/feedbacks-tab'), 'FeedbacksTab')
const StudentEditor = lazyPage(() => import('./student-editor'), 'StudentEditor')

/** The header and, below it, the tabs or the student's edit form. */
export function Profile({
  student,
  today,
  onDeleted,
}: {
  student: StudentWithCredits
  today: LocalDate
  onDeleted: () => void
}) {
  const { tab, page, showTab, showPage, openForm, ...address } = useProfileAddress()
  // The address may ask for a form, but an anonymised student cannot be edited.
  const form = student.anonymized_at === null ? address.form : null
  const editing = form?.kind === 'student'
  const editButton = useFocusAfterEditing(editing)

  return (
    <>
      <ProfileHeader
        student={student}
        editing={editing}
        editButton={editButton}
        onEdit={() => openForm({ kind: 'student' })}
      />
      {editing ? (
        <Suspense fallback={<Skeleton className="h-96 rounded-xl" />}>
          <StudentEditor student={student} onClose={() => openForm(null)} onDeleted={onDeleted} />
        </Suspense>
      ) : (
        <Tabs
          label="Perfil do aluno"
          value={tab}
          onValueChange={(value) => showTab(TABS.find((name) => name === value) ?? 'resumo')}
          tabs={[
            {
              value: 'resumo',
              label: 'Resumo',
              content: (
                <SummaryTab
                  student={student}
                  today={today}
                  onSell={(kind) => showTab('pacotes', { kind })}
                  onDeleted={onDeleted}
                />
              ),
            },
            {
              value: 'pacotes',
              label: 'Pacotes',
              content: <PackagesTab student={student} today={today} form={form} openForm={openForm} />,
            },
            {
              value: 'aulas',
              label: 'Aulas',
              content: <LessonsTab student={student} page={page} onPage={showPage} />,
            },
            {
              value: 'feedbacks',
              label: 'Feedbacks',
              content: (
                <Suspense fallback={<Skeleton className="h-96 rounded-xl" />}>
                  <FeedbacksTab
                    student={student}
                    page={page}
                    onPage={showPage}
                    form={form}
                    openForm={openForm}
                  />
                </Suspense>
              ),
            },
          ]}
        />
      )}
    </>
  )
}
