import { StudentChooser } from '@/components/students/student-chooser'
import { Dialog } from '@/components/ui/overlay/dialog'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import type { LocalDate, Uuid } from '@/domain/shared/model'
import { compareByName } from '@/domain/students/students'
import { usePickerPageSize } from '@/hooks/students/use-picker-page-size'
import type { useStudents } from '@/hooks/students/use-students'
import { failedRead } from '@/queries/service-error'
import { MESSAGES } from '@/texts/shared/messages'

/** Selects the participants. Offers active students, and inactive ones who are already in the session. */
export function ChooseStudents({
  open,
  students,
  selected,
  day,
  onClose,
  onChoose,
}: {
  open: boolean
  students: ReturnType<typeof useStudents>
  selected: readonly Uuid[]
  day: LocalDate
  onClose: () => void
  onChoose: (ids: readonly Uuid[]) => void
}) {
  const pageSize = usePickerPageSize()
  return (
    <Dialog open={open} onOpenChange={onClose} title="Alunos da sessão">
      {students.data ? (
        <StudentChooser
          students={students.data
            .filter(({ id, status }) => status === 'active' || selected.includes(id))
            .toSorted(compareByName)}
          selected={selected}
          day={day}
          pageSize={pageSize}
          onDone={(ids) => {
            onChoose(ids)
            onClose()
          }}
        />
      ) : students.isError ? (
        <ErrorState {...failedRead(MESSAGES.students.toast.loadFailed, students)} />
      ) : (
        <div role="status" aria-label="Carregando alunos..." className="flex flex-col gap-3">
          <Skeleton className="h-12 w-full" />
          <Skeleton className="h-18 w-full rounded-xl" />
          <Skeleton className="h-18 w-full rounded-xl" />
        </div>
      )}
    </Dialog>
  )
}
