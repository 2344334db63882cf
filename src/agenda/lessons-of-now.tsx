import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useId, useState, type ReactNode } from 'react'
import { useOwner } from '@/account/use-auth'
import { nobodyComes } from '@/agreement/coach-replies'
import { COACH_REPLIES } from '@/agreement/coach-reply-texts'
import { ToldLines } from '@/agreement/told-lines'
import { useKnownClubs } from '@/clubs/use-clubs'
import { addDays } from '@/core/dates'
import type { LocalDate, StudentWithCredits, Uuid } from '@/core/model'
import { paths } from '@/core/paths'
import { creditWords } from '@/credits/credit-state'
import { CREDIT_INK, OwedText } from '@/students/owed-text'
import { Button } from '@/ui/button'
import { ButtonLink } from '@/ui/button-link'
import { useNow, useToday } from '@/ui/use-now'
import { TODAY } from './answer-texts'
import { startsIn, groupLabel, groupName, groupsBeside, lessonsOfNow } from './quick-starts'
import { hasBegun, isOver, namesOf, occurrenceKey, timesOf, type Occurrence } from './rules'
import { recentGroups, type RecentGroup } from './today'
import { useAgenda } from './use-agenda'
import type { useAnswer } from './use-answer'
import { recentLessonsQuery } from './use-recent-lessons'

/** At most this many students of a lesson are named, with their credits; the others are a number. */
const NAMED = 5

interface LessonsProps {
  lessons: readonly Occurrence[]
  /** Undefined while they are being read: then only their names show. */
  students: readonly StudentWithCredits[] | undefined
  now: Date
  answer: ReturnType<typeof useAnswer>
  /** Whether another button of the screen is the main one. */
  isAside?: boolean
  /** Router state for the form that 'Com detalhes' opens. */
  state: object | undefined
  onHeld: () => void
  onDetails?: () => void
}

/**
 * 'Agora': the lessons that the coach most likely means. 'Registrar 09:00' is 'Aconteceu'; the first lesson, if it can
 * be registered, has the main button.
 */
export function LessonsOfNow(props: LessonsProps) {
  const { lessons, students, now, answer, isAside, state, onHeld, onDetails } = props
  const id = useId()
  const clubs = useKnownClubs()
  if (lessons.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="text-[15px] text-ink-soft">
        {lessons.every((each) => isOver(each, now)) ? 'Há pouco' : 'Agora'}
      </h3>
      <ul className="mt-2 grid gap-3 lg:grid-cols-2">
        {lessons.map((lesson, at) => {
          const { start, end } = timesOf(lesson)
          const { slot_id: slotId, slot_date: slotDate, day } = lesson
          const place = clubs?.find(({ id: club }) => club === lesson.club_id)?.name
          const named = `${start}: ${namesOf(lesson)}`
          return (
            <li
              key={occurrenceKey(lesson)}
              className="rounded-xl border-2 border-line bg-surface px-3.5 pt-3 pb-3.5"
            >
              <p className="flex flex-wrap items-baseline gap-x-2 [overflow-wrap:anywhere]">
                <span className="figures text-[17px] font-extrabold">
                  {start}–{end}
                </span>
                {place && <span className="line-clamp-1 text-[15px] text-ink-soft">{place}</span>}
              </p>
              <ul className="mt-1 flex flex-col gap-0.5">
                {lesson.students.slice(0, NAMED).map((student) => (
                  <Expected
                    key={student.id}
                    name={student.name}
                    student={students?.find((known) => known.id === student.id)}
                    day={day}
                  />
                ))}
                {lesson.students.length > NAMED && (
                  <li className="text-[15px] text-ink-soft">e mais {lesson.students.length - NAMED}</li>
                )}
              </ul>
              <ToldLines occurrence={lesson} excuses={answer.excuses} />
              {hasBegun(lesson, now) ? (
                <div className="mt-3 flex gap-2">
                  <Button
                    tone={at === 0 && !isAside ? 'main' : 'court'}
                    className="flex-1 px-3!"
                    aria-label={`Registrar ${named}`}
                    pending={answer.answering.has(occurrenceKey(lesson))}
                    pendingLabel={TODAY.saving}
                    onClick={() => void answer.held(lesson).then((held) => held && onHeld())}
                  >
                    {nobodyComes(lesson) ? COACH_REPLIES.absences : `Registrar ${start}`}
                  </Button>
                  <ButtonLink
                    to={paths.newSession.href({
                      slot: { slotId, slotDate, day, excused: answer.excuses.of(lesson) },
                    })}
                    state={state}
                    aria-label={`Com detalhes: ${named}`}
                    onClick={onDetails}
                    className="px-3!"
                  >
                    Com detalhes
                  </ButtonLink>
                </div>
              ) : (
                <p className="figures mt-2 text-[15px] text-ink-soft">
                  {startsIn(lesson, now)}. Dá para registrar a partir das {start}.
                </p>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

type ExpectedProps = { name: string; student: StudentWithCredits | undefined; day: LocalDate }

/** An expected student, with the credits that are usable on the lesson's day, and what is owed. */
function Expected({ name, student, day }: ExpectedProps) {
  const words = student && creditWords(student, day, 'usable')
  return (
    <li className="flex items-baseline justify-between gap-3">
      <span className="line-clamp-2 min-w-0 flex-1 font-semibold [overflow-wrap:anywhere]">{name}</span>
      {words && (
        <span className="figures shrink-0 text-right text-[15px] max-[359px]:max-w-1/2">
          <span className={clsx('font-bold', CREDIT_INK[words.tone])}>{words.sentence}</span>
          {words.owed && (
            <>
              {' · '}
              <OwedText words={words} />
            </>
          )}
        </span>
      )}
    </li>
  )
}

interface RecentGroupsProps {
  groups: readonly RecentGroup[]
  children: (group: { ids: Uuid[]; label: string; name: ReactNode }) => ReactNode
}

/** 'Turmas recentes'. `children` renders the control of one group. */
export function RecentGroups({ groups, children }: RecentGroupsProps) {
  const id = useId()
  if (groups.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="text-[15px] text-ink-soft">
        Turmas recentes
      </h3>
      <ul className="mt-2 flex flex-wrap gap-2">
        {groups.map(({ sessionId, students }) => (
          <li key={sessionId} className="max-w-full">
            {children({
              ids: students.map((student) => student.id),
              label: groupLabel(students),
              name: <span className="truncate">{groupName(students)}</span>,
            })}
          </li>
        ))}
      </ul>
    </section>
  )
}

const GROUPS = 3

/**
 * 'Agora' and 'Turmas recentes', from what the device has. What was missing when the screen opened does not come in
 * later, because it would move what is under the thumb.
 *
 * @param active the active students, to whom groups are limited; undefined while they are unknown.
 */
export function useQuickStarts(active: readonly { id: Uuid }[] | undefined) {
  const now = useNow()
  const today = useToday()
  // One more day on each side, because the agenda may be in another time zone.
  const agenda = useAgenda(addDays(today, -1), addDays(today, 1)).data
  const recent = useQuery({ ...recentLessonsQuery(useOwner()), enabled: false }).data
  const [isKnown] = useState({ agenda: agenda !== undefined, recent: recent !== undefined })

  const lessons = isKnown.agenda && agenda ? lessonsOfNow(agenda.occurrences, now) : []
  const ids = active && new Set(active.map(({ id }) => id))
  const held = (isKnown.recent && recent ? recent.items : []).filter(({ participants }) =>
    participants.every(({ student_id: id }) => ids?.has(id) ?? true),
  )
  const groups = groupsBeside(recentGroups(held, GROUPS + lessons.length), lessons).slice(0, GROUPS)
  return { now, lessons, groups }
}
