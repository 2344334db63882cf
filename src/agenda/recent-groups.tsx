import { useQuery } from '@tanstack/react-query'
import { useId, useState, type ReactNode } from 'react'
import { useOwner } from '@/account/use-auth'
import { addDays } from '@/core/dates'
import type { Uuid } from '@/core/model'
import { useNow, useToday } from '@/ui/use-now'
import { groupLabel, groupName, groupsBeside, lessonsOfNow } from './quick-starts'
import { recentGroups, type RecentGroup } from './today'
import { useAgenda } from './use-agenda'
import { recentLessonsQuery } from './use-recent-lessons'

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
