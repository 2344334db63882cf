import Repeat from 'lucide-react/icons/repeat'
import { Link } from 'react-router-dom'
import { localDayOf } from '@/core/dates'
import { paths } from '@/core/paths'
import { creditSentence } from '@/credits/credit-action'
import { RemoveGuest } from '@/openings/remove-guest'
import { OPENINGS } from '@/openings/texts'
import { useKnownStudents } from '@/students/use-students'
import { ButtonLink } from '@/ui/button-link'
import { OccurrenceSigns } from '../occurrence-signs'
import type { AgendaLesson, ExpectedStudent, Occurrence } from '../rules'

/** A lesson without a slot: leads to its details in the history, and to a weekly slot like it. */
export function LessonActions({ lesson, now }: { lesson: AgendaLesson; now: Date }) {
  const { id, day, starts_at, students, pending } = lesson
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap gap-2">
        <OccurrenceSigns occurrence={lesson} now={now} />
      </div>
      <Expected students={students} />
      {!pending && (
        <div className="grid gap-3 *:w-full min-[400px]:grid-cols-2">
          <ButtonLink to={paths.sessions.href({ day: localDayOf(starts_at.instant) })} tone="outline">
            Ver a aula
          </ButtonLink>
          <ButtonLink to={paths.agenda.href({ day, slotFor: { session: id } })} tone="outline">
            <Repeat />
            Repetir toda semana
          </ButtonLink>
        </div>
      )}
    </div>
  )
}

interface ExpectedProps {
  students: readonly ExpectedStudent[]
  /** If given, its guests can be taken out, and the students' credits are shown. */
  occurrence?: Occurrence | undefined
}

/** The expected students, or those who were there. */
export function Expected({ students, occurrence }: ExpectedProps) {
  const known = useKnownStudents()
  if (students.length === 0) return null
  return (
    <ul aria-label="Alunos" className="flex flex-wrap gap-2">
      {students.map((student) => {
        const found = occurrence && known?.find(({ id }) => id === student.id)
        return (
          <li key={student.id} className="flex max-w-full min-w-0 flex-wrap items-center gap-x-2">
            <Link
              to={paths.studentProfile.href({ id: student.id })}
              className="inline-flex min-h-11 min-w-0 items-center rounded-full border-[1.5px] border-line-strong px-4 text-[15px] font-semibold hover:bg-sunken"
            >
              <span className="truncate">{student.name}</span>
              {student.guest && (
                <span className="ml-1.5 shrink-0 text-ink-soft"> · {OPENINGS.guest.sign}</span>
              )}
            </Link>
            {found && <span className="text-sm">{creditSentence(found, occurrence.day)}</span>}
            {student.guest && occurrence && <RemoveGuest occurrence={occurrence} student={student} />}
          </li>
        )
      })}
    </ul>
  )
}
