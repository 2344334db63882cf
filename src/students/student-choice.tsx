import { clsx } from 'clsx'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useEffect, useState, type Ref } from 'react'
import type { StudentWithCredits, Uuid } from '@/core/model'
import { creditWords } from '@/credits/credit-state'
import type { ControlProps } from '@/ui/fields/field'
import { CONTROL } from '@/ui/fields/input'
import { lazyPart } from '@/ui/lazy-page'
import { Dialog } from '@/ui/overlay/dialog'
import { useToday } from '@/ui/use-now'
import { CREDIT_INK } from './owed-text'
import { choiceName } from './rules'

const StudentPicker = lazyPart(() => import('./student-picker'), 'StudentPicker')

/** A field that chooses one student by the picker in a dialog, with credits. */
export function StudentChoice({
  students,
  value,
  onChange,
  placeholder,
  asks = false,
  ref,
  ...aria
}: ControlProps & {
  /** Opens by itself while no student is chosen: a coach who comes by '+' saves a tap. */
  asks?: boolean
  /** Empty: the students are not read yet. */
  students: readonly StudentWithCredits[]
  /** '' for no student. */
  value: Uuid
  onChange: (id: Uuid) => void
  placeholder: string
  ref?: Ref<HTMLButtonElement>
}) {
  const today = useToday()
  /** null: the coach neither opened nor closed the dialog. */
  const [answered, setOpen] = useState<boolean | null>(null)
  const open = answered ?? (asks && value === '' && students.length > 0)
  const chosen = students.find(({ id }) => id === value)
  const words = chosen && creditWords(chosen, today, 'usable')
  useEffect(() => void StudentPicker.preload(), [])
  return (
    <>
      <button
        {...aria}
        ref={ref ?? null}
        type="button"
        role="combobox"
        aria-haspopup="dialog"
        aria-controls={`${aria.id}-picker`}
        aria-expanded={open}
        disabled={students.length === 0}
        onClick={() => setOpen(true)}
        className={clsx(CONTROL, 'flex items-center gap-2 text-left')}
      >
        <span className="min-w-0 flex-1">
          <span className="line-clamp-2 [overflow-wrap:anywhere]">
            {chosen ? choiceName(chosen) : placeholder}
          </span>
          {words && (
            <span className={clsx('figures block text-[15px] font-semibold', CREDIT_INK[words.tone])}>
              {words.sentence}
            </span>
          )}
        </span>
        <ChevronDown className="size-5 shrink-0" />
      </button>
      <Dialog open={open} onOpenChange={setOpen} title="Escolher aluno">
        {open && (
          <div id={`${aria.id}-picker`}>
            <StudentPicker
              single
              students={students}
              selected={value === '' ? [] : [value]}
              day={today}
              onChange={([id]) => {
                if (id !== undefined) onChange(id)
                setOpen(false)
              }}
            />
          </div>
        )}
      </Dialog>
    </>
  )
}
