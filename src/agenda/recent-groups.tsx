import { useId, type ReactNode } from 'react'
import type { Uuid } from '@/core/model'
import { groupLabel, groupName } from './quick-starts'
import type { RecentGroup } from './today'

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
