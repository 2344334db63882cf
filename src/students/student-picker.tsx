import { clsx } from 'clsx'
import Search from 'lucide-react/icons/search'
import { useDeferredValue, useRef, useState } from 'react'
import { countOf } from '@/core/common-texts'
import { BREAKPOINTS, studentPickerPageSize } from '@/core/constants'
import { dayInYear } from '@/core/dates'
import type { LocalDate, StudentWithCredits, Uuid } from '@/core/model'
import { pageInfo } from '@/core/paging'
import { creditWords } from '@/credits/credit-state'
import { firstToExpire } from '@/packages/rules'
import { Avatar } from '@/ui/avatar'
import { Button } from '@/ui/button'
import { Chip } from '@/ui/fields/choices'
import { Field, Input } from '@/ui/fields/field'
import { DialogActions } from '@/ui/overlay/dialog'
import { Pagination } from '@/ui/pagination'
import { useMediaQuery } from '@/ui/use-media-query'
import { filterStudents, NO_STUDENT_FILTERS } from './filter'
import { CREDIT_INK, OwedText } from './owed-text'
import { choiceName, CLASSE_LABELS, studentCountLabel } from './rules'
import { STUDENT_MESSAGES } from './texts'

/** Selects students, with the credits usable on `day`. `onChange` gets the selection in the order of `students`. */
export function StudentPicker({
  students,
  waiting,
  selected,
  onChange,
  day,
  single = false,
  withDetails = false,
}: {
  students: readonly StudentWithCredits[]
  /** Students who are still in the outbox. */
  waiting?: ReadonlySet<Uuid>
  selected: readonly Uuid[]
  onChange: (selected: Uuid[]) => void
  day: LocalDate
  /** One student; choosing another replaces the first. */
  single?: boolean
  /** Also shows each student's classe, and the day on which the first credits expire. */
  withDetails?: boolean
}) {
  const [search, setSearch] = useState('')
  const [onlySelected, setOnlySelected] = useState(false)
  const [asked, setAsked] = useState(1)
  const pageSize = usePageSize()
  const text = useDeferredValue(search)

  const chosen = new Set(selected)
  const found = filterStudents(students, { ...NO_STUDENT_FILTERS, text })
  // Without anybody selected the list would stay empty.
  const narrowed = onlySelected && chosen.size > 0
  const listed = narrowed ? found.filter(({ id }) => chosen.has(id)) : found
  const { page, pages, from, to } = pageInfo(asked, pageSize, listed.length)

  const count = useRef<HTMLParagraphElement>(null)
  // At once, because what was pressed goes or becomes disabled, and would lose the focus.
  const focusCount = () => count.current?.focus({ preventScroll: true })
  const toggle = (id: Uuid) => {
    if (narrowed) focusCount()
    if (single) {
      onChange([id])
      return
    }
    if (!chosen.delete(id)) chosen.add(id)
    if (chosen.size === 0) setOnlySelected(false)
    onChange(students.filter((student) => chosen.has(student.id)).map((student) => student.id))
  }

  return (
    <div className="flex flex-col gap-4">
      <Field label="Buscar aluno">
        {(control) => (
          <span className="relative block">
            <Search className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-ink-soft" />
            <Input
              {...control}
              type="search"
              className="pl-11"
              placeholder="Nome, email ou telefone"
              autoComplete="off"
              enterKeyHint="search"
              value={search}
              onChange={(event) => {
                setSearch(event.target.value)
                setAsked(1)
              }}
              // Enter would submit the surrounding form.
              onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            />
          </span>
        )}
      </Field>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-2">
        <p ref={count} tabIndex={-1} role="status" className="figures text-[15px] text-ink-soft outline-none">
          {studentCountLabel(listed.length)}
        </p>
        {chosen.size > 0 && !single && (
          <Chip
            pressed={narrowed}
            onToggle={() => {
              setOnlySelected(!narrowed)
              setAsked(1)
            }}
          >
            Só selecionados ({chosen.size})
          </Chip>
        )}
      </div>
      {listed.length === 0 ? (
        <p className="rounded-xl border border-dashed border-line-strong px-4 py-8 text-center">
          <strong className="block">{STUDENT_MESSAGES.empty.title}</strong>
          <span className="text-ink-soft">{STUDENT_MESSAGES.empty.filtered}</span>
        </p>
      ) : (
        <ul
          aria-label="Alunos"
          className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,16rem),1fr))] gap-3"
        >
          {listed.slice(from - 1, to).map((student) => (
            <li key={student.id}>
              <StudentOption
                student={student}
                day={day}
                checked={chosen.has(student.id)}
                waiting={waiting?.has(student.id) ?? false}
                onToggle={() => toggle(student.id)}
                single={single}
                withDetails={withDetails}
              />
            </li>
          ))}
        </ul>
      )}
      <Pagination
        page={page}
        pages={pages}
        onChange={(next) => {
          setAsked(next)
          focusCount()
        }}
        label="Páginas de alunos"
      />
    </div>
  )
}

function usePageSize(): number {
  const medium = useMediaQuery(`(min-width: ${BREAKPOINTS.medium}px)`)
  const wide = useMediaQuery(`(min-width: ${BREAKPOINTS.wide}px)`)
  if (wide) return studentPickerPageSize(BREAKPOINTS.wide)
  return studentPickerPageSize(medium ? BREAKPOINTS.medium : 0)
}

interface OptionProps {
  student: StudentWithCredits
  day: LocalDate
  checked: boolean
  /** The student was added offline and is still in the outbox. */
  waiting: boolean
  onToggle: () => void
  single: boolean
  withDetails: boolean
}

/** One selectable student with the credits usable on `day`; the whole row is the target. */
function StudentOption({ student, day, checked, waiting, onToggle, single, withDetails }: OptionProps) {
  const words = creditWords(student, day, 'usable')
  const { sentence, tone, aside, owed } = words
  const first = firstToExpire(student.packages, day)
  return (
    <label
      className={
        'flex h-full min-h-18 cursor-pointer items-center gap-3 rounded-xl border-2 border-line bg-surface ' +
        'px-3 py-2.5 shadow-card has-checked:border-mark'
      }
    >
      <Avatar of={student} />
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 leading-tight font-bold">{choiceName(student)}</span>
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
          {withDetails && (
            <span className="text-ink-soft">
              {/* The sentence about expiring credits already has the day. */}
              {first && words.balance !== 'expiring' && ` · até ${dayInYear(first.day, day)}`}
              {' · '}
              <span className="whitespace-nowrap">{CLASSE_LABELS[student.classe]}</span>
            </span>
          )}
          {waiting && <span className="text-ink-soft"> · aguardando envio</span>}
        </span>
      </span>
      <input
        type={single ? 'radio' : 'checkbox'}
        className="size-6 shrink-0"
        checked={checked}
        onChange={onToggle}
      />
    </label>
  )
}

interface StudentChooserProps {
  students: readonly StudentWithCredits[]
  selected: readonly Uuid[]
  day: LocalDate
  onDone: (ids: readonly Uuid[]) => void
}

/** The content of a dialog that chooses students. The choice takes effect when the coach confirms it. */
export function StudentChooser({ students, selected, day, onDone }: StudentChooserProps) {
  const [chosen, setChosen] = useState(selected)
  // Another device may have added students whom this one has not read. They stay.
  const unseen = selected.filter((id) => !students.some((student) => student.id === id))
  const finish = () =>
    // Participants keep their order; added students follow.
    onDone([
      ...selected.filter((id) => chosen.includes(id)),
      ...chosen.filter((id) => !selected.includes(id)),
    ])
  return (
    <div className="flex flex-col gap-5">
      <StudentPicker
        students={students}
        selected={chosen}
        onChange={(ids) => setChosen([...unseen, ...ids])}
        day={day}
      />
      <DialogActions>
        <Button tone="main" className="w-full" onClick={finish}>
          Concluir · {countOf(chosen.length, 'aluno', 'alunos')}
        </Button>
      </DialogActions>
    </div>
  )
}
