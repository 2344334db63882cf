import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useOwner } from '@/account/use-auth'
import { addDays } from '@/core/dates'
import type { Uuid } from '@/core/model'
import { useNow, useToday } from '@/ui/use-now'
import { groupsBeside, lessonsOfNow } from './quick-starts'
import { recentGroups } from './today'
import { useAgenda } from './use-agenda'
import { recentLessonsQuery } from './use-recent-lessons'

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
