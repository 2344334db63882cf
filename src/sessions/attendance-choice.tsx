import { CHOSEN_ATTENDANCES, type ChosenAttendance } from '@/core/model'
import { Segmented } from '@/ui/fields/choices'
import { ATTENDANCE } from './attendance-texts'

const OPTIONS = CHOSEN_ATTENDANCES.map((value) => ({ value, label: ATTENDANCE.labels[value] }))

/** Who came, for one student (docs/product.md, 'Attendance'). */
export function AttendanceChoice({
  name,
  value,
  onChange,
}: {
  /** The student's. */
  name: string
  value: ChosenAttendance
  onChange: (value: ChosenAttendance) => void
}) {
  return (
    <Segmented
      legend={`${ATTENDANCE.legend} de ${name}`}
      hiddenLegend
      options={OPTIONS}
      value={value}
      onChange={onChange}
      className="max-w-lg grid-cols-[1fr_0.9fr_1.2fr]"
    />
  )
}
