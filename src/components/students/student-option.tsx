import { clsx } from 'clsx'
import { Avatar } from '@/components/ui/avatar'
import type { LocalDate, StudentWithCredits } from '@/domain/shared/model'
import { initial } from '@/domain/shared/names'
import { creditWords } from '@/domain/students/credit-state'
import type { CreditTone } from '@/domain/students/students'
import { PENDING } from '@/texts/outbox/pending'
import { OwedText } from './owed-text'

/** 7:1 contrast on the row. */
const CREDIT_INK = { red: 'text-bad', yellow: 'text-caution', green: 'text-ok' } as const satisfies Record<
  CreditTone,
  string
>

/** One selectable student with the credits usable on `day`; the whole row is the target. */
export function StudentOption({
  student,
  day,
  checked,
  waiting = false,
  onToggle,
}: {
  student: StudentWithCredits
  day: LocalDate
  checked: boolean
  /** The student was added offline and is still in the outbox. */
  waiting?: boolean
  onToggle: () => void
}) {
  const words = creditWords(student, day, 'usable')
  const { sentence, tone, aside, owed } = words
  return (
    <label className="flex h-full min-h-18 cursor-pointer items-center gap-3 rounded-xl border-2 border-line bg-surface px-3 py-2.5 shadow-card transition-colors has-checked:border-accent">
      <Avatar initial={initial(student.name)} seed={student.id} />
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 leading-tight font-bold">{student.name}</span>
        <span className="figures mt-0.5 block text-[15px]">
          <span className={clsx('font-bold', CREDIT_INK[tone])}>{sentence}</span>
          {aside.map(({ text }) => (
            <span key={text} className="text-ink-soft">
              {' '}
              · {text}
            </span>
          ))}
          {owed && (
            <>
              {' · '}
              <OwedText words={words} />
            </>
          )}
          {waiting && <span className="text-ink-soft"> · {PENDING.entry.inPicker}</span>}
        </span>
      </span>
      <input
        type="checkbox"
        className="size-6 shrink-0 accent-(--accent)"
        checked={checked}
        onChange={onToggle}
      />
    </label>
  )
}
