import { useState } from 'react'
import type { LocalDate, StudentWithCredits, Uuid } from '@/core/model'
import { Button } from '@/ui/button'
import { DialogActions } from '@/ui/overlay/dialog'
import { StudentPicker } from './student-picker'

/** The content of a dialog that chooses students; what was chosen counts once it is confirmed. */
export function StudentChooser({
  students,
  selected,
  day,
  pageSize,
  onDone,
}: {
  students: readonly StudentWithCredits[]
  selected: readonly Uuid[]
  day: LocalDate
  pageSize: number
  onDone: (ids: readonly Uuid[]) => void
}) {
  const [chosen, setChosen] = useState(selected)
  const count = chosen.length
  const finish = () =>
    // Participants keep their order; added ones follow.
    onDone([
      ...selected.filter((id) => chosen.includes(id)),
      ...chosen.filter((id) => !selected.includes(id)),
    ])
  return (
    <div className="flex flex-col gap-5">
      <StudentPicker
        students={students}
        selected={chosen}
        onChange={setChosen}
        pageSize={pageSize}
        day={day}
      />
      <DialogActions>
        <Button tone="main" className="w-full" onClick={finish}>
          Concluir · {count === 1 ? '1 aluno' : `${count} alunos`}
        </Button>
      </DialogActions>
    </div>
  )
}
