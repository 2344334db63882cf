import { useState } from 'react'
import type { Occurrence } from '@/agenda/rules'
import { shortWhen } from '@/agreement/replies'
import type { Uuid } from '@/core/model'
import { StudentPicker } from '@/students/student-picker'
import { useStudents } from '@/students/use-students'
import { Button } from '@/ui/button'
import { OfflineNotice } from '@/ui/offline-notice'
import { Dialog, DialogActions } from '@/ui/overlay/dialog'
import { Skeleton } from '@/ui/states'
import { OPENINGS } from './texts'
import { useTakeIn } from './use-openings'

const { guest: texts } = OPENINGS

/** 'Incluir aluno só neste dia': chooses an active student who is not expected at the occurrence. */
export function GuestDialog({ occurrence, onClose }: { occurrence: Occurrence; onClose: () => void }) {
  const { slot_id, slot_date, day, starts_at, students: expected } = occurrence
  const [chosen, setChosen] = useState<Uuid[]>([])
  const students = useStudents().data?.filter(
    ({ id, status }) =>
      status === 'active' &&
      // If the answer was lost, the chosen student is expected already: the next press finds that.
      (chosen.includes(id) || !expected.some((each) => each.id === id)),
  )
  const { takeIn, isPending } = useTakeIn()
  const student = students?.find(({ id }) => id === chosen[0])
  const save = async () => {
    if (!student) return
    const guest = { slot_id, slot_date, student: student.id, start: starts_at.instant }
    if (await takeIn(guest, student.name)) onClose()
  }
  return (
    <Dialog open onOpenChange={onClose} title={texts.add} description={shortWhen(starts_at)}>
      <OfflineNotice>{OPENINGS.needsInternet}</OfflineNotice>
      {students ? (
        <StudentPicker students={students} selected={chosen} onChange={setChosen} day={day} single />
      ) : (
        <Skeleton className="h-dvh rounded-xl" />
      )}
      <DialogActions>
        <Button
          tone="main"
          className="w-full"
          disabled={student === undefined}
          pending={isPending}
          pendingLabel={texts.saving}
          onClick={() => void save()}
        >
          {texts.save}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
