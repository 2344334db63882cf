import Search from 'lucide-react/icons/search'
import { useDeferredValue, useState } from 'react'
import { Chip } from '@/components/ui/fields/chips'
import { Field } from '@/components/ui/fields/field'
import { Input } from '@/components/ui/fields/input'
import { Pagination } from '@/components/ui/pagination'
import type { LocalDate, StudentWithCredits, Uuid } from '@/domain/shared/model'
import { pageInfo } from '@/domain/shared/paging'
import { filterStudents, NO_STUDENT_FILTERS, studentCountLabel } from '@/domain/students/students'
import { MESSAGES } from '@/texts/shared/messages'
import { StudentOption } from './student-option'

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
          <strong className="block">{MESSAGES.students.empty.title}</strong>
          <span className="text-ink-soft">{MESSAGES.students.empty.filtered}</span>
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
