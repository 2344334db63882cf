import { clsx } from 'clsx'
import Search from 'lucide-react/icons/search'
import { useDeferredValue, useState } from 'react'
import type { LocalDate, StudentWithCredits, Uuid } from '@/core/model'
import { initial } from '@/core/names'
import { pageInfo } from '@/core/paging'
import { creditWords } from '@/credits/credit-state'
import { Avatar } from '@/ui/avatar'
import { Chip } from '@/ui/fields/chips'
import { Field } from '@/ui/fields/field'
import { Input } from '@/ui/fields/input'
import { Pagination } from '@/ui/pagination'
import { CREDIT_INK, OwedText } from './owed-text'
import { filterStudents, NO_STUDENT_FILTERS, studentCountLabel } from './rules'
import { STUDENT_MESSAGES } from './texts'

/**
 * Selects the students of a session and shows the credits usable on `day`. The selection survives search and paging;
 * `onChange` gets it in the order of `students`.
 */
export function StudentPicker({
  students,
  waiting,
  selected,
  onChange,
  pageSize,
  day,
}: {
  students: readonly StudentWithCredits[]
  /** Students who are still in the outbox. */
  waiting?: ReadonlySet<Uuid>
  selected: readonly Uuid[]
  onChange: (selected: Uuid[]) => void
  pageSize: number
  day: LocalDate
}) {
  const [search, setSearch] = useState('')
  const [onlySelected, setOnlySelected] = useState(false)
  const [asked, setAsked] = useState(1)
  const text = useDeferredValue(search)

  const chosen = new Set(selected)
  const found = filterStudents(students, { ...NO_STUDENT_FILTERS, text })
  // Ends when the last one is deselected; the list would stay empty otherwise.
  const narrowed = onlySelected && chosen.size > 0
  const listed = narrowed ? found.filter(({ id }) => chosen.has(id)) : found
  const { page, pages, from, to } = pageInfo(asked, pageSize, listed.length)

  const toggle = (id: Uuid) => {
    if (!chosen.delete(id)) chosen.add(id)
    onChange(students.filter((student) => chosen.has(student.id)).map((student) => student.id))
  }

  return (
    <div className="flex flex-col gap-4">
      <Field label="Buscar aluno">
        {(control) => (
          <span className="relative block">
            <Search
              className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-ink-soft"
              aria-hidden="true"
            />
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
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p role="status" className="figures text-[15px] text-ink-soft">
          {studentCountLabel(listed.length)}
        </p>
        {chosen.size > 0 && (
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
              />
            </li>
          ))}
        </ul>
      )}
      <Pagination page={page} pages={pages} onChange={setAsked} label="Páginas de alunos" />
    </div>
  )
}

/** One selectable student with the credits usable on `day`; the whole row is the target. */
function StudentOption({
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
          {waiting && <span className="text-ink-soft"> · aguardando envio</span>}
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
