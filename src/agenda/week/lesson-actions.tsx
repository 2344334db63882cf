import Repeat from 'lucide-react/icons/repeat'
import { Link } from 'react-router-dom'
import { paths } from '@/core/paths'
import { Button } from '@/ui/button'
import { OccurrenceSigns } from '../occurrence-signs'
import type { AgendaLesson, Occurrence } from '../rules'

/** A lesson without a slot: how it went is seen in the history, and it may become a slot. */
export function LessonActions({ lesson, now }: { lesson: AgendaLesson; now: Date }) {
  const { id, day, students, pending } = lesson
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap gap-2">
        <OccurrenceSigns occurrence={lesson} now={now} />
      </div>
      <Expected students={students} />
      {!pending && (
        <div className="grid gap-3 *:w-full min-[400px]:grid-cols-2">
          <Button asChild tone="outline">
            <Link to={paths.sessions.href({ day })}>Ver a aula</Link>
          </Button>
          <Button asChild tone="outline">
            <Link to={paths.agenda.href({ day, slotFor: { session: id } })}>
              <Repeat aria-hidden="true" />
              Repetir toda semana
            </Link>
          </Button>
        </div>
      )}
    </div>
  )
}

/** Who is expected, or was there. */
export function Expected({ students }: Pick<Occurrence, 'students'>) {
  if (students.length === 0) return null
  return (
    <ul aria-label="Alunos" className="flex flex-wrap gap-2">
      {students.map(({ id, name }) => (
        <li key={id} className="max-w-full min-w-0">
          <Link
            to={paths.studentProfile.href({ id })}
            className="inline-flex min-h-11 max-w-full items-center rounded-full border-[1.5px] border-line-strong px-4 text-[15px] font-semibold hover:bg-sunken"
          >
            <span className="truncate">{name}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
