import { Suspense, useEffect } from 'react'
import { lazyPage } from '@/ui/lazy-page'
import { Dialog } from '@/ui/overlay/dialog'
import { Skeleton } from '@/ui/skeleton'
import { TODAY } from '../answer-texts'
import { formatDay } from '../days'
import { hasBegun, namesOf, timesOf, type Occurrence } from '../rules'
import type { AgendaView, Opened } from './use-weeks'

/** Not with the page: most visits only read. */
const OccurrenceActions = lazyPage(() => import('./occurrence-actions'), 'OccurrenceActions')
const AgendaForm = lazyPage(() => import('./agenda-form'), 'AgendaForm')

const TITLES = {
  new: 'Novo horário',
  day: 'Mudar só este dia',
  onward: 'Mudar deste dia em diante',
  end: 'Encerrar horário?',
} as const

/** What is open over the agenda. One dialog for all of it: closed, it gives the focus back to where it was opened. */
export function AgendaDialog({
  opened,
  view,
  onOpen,
}: {
  opened: Opened | null
  view: AgendaView
  onOpen: (opened: Opened | null) => void
}) {
  const about = opened?.kind === 'new' ? null : opened
  const occurrence = about ? view.find(about.slotId, about.slotDate) : undefined
  const isGone = about !== null && view.isRead && occurrence === undefined
  useEffect(() => {
    // An old address, or another device changed the week.
    if (isGone) onOpen(null)
  }, [isGone, onOpen])
  const close = () => onOpen(null)
  return (
    <Dialog
      open={opened?.kind === 'new' || occurrence !== undefined}
      onOpenChange={close}
      title={titleOf(opened, occurrence, view)}
      {...(occurrence && { description: whenOf(occurrence, view) })}
    >
      <Suspense fallback={<Skeleton className="h-80 rounded-xl" />}>
        {about?.kind === 'occurrence' && occurrence && (
          <OccurrenceActions
            occurrence={occurrence}
            view={view}
            onOpen={(kind) => onOpen({ ...about, kind })}
            onClose={close}
          />
        )}
        {opened && opened.kind !== 'occurrence' && (
          <AgendaForm opened={opened} occurrence={occurrence} view={view} onClose={close} />
        )}
      </Suspense>
    </Dialog>
  )
}

function titleOf(opened: Opened | null, occurrence: Occurrence | undefined, { now }: AgendaView): string {
  const kind = opened?.kind ?? 'new'
  if (kind === 'skip') return TODAY.skip.title(1, occurrence !== undefined && !hasBegun(occurrence, now))
  if (kind === 'occurrence') return occurrence ? namesOf(occurrence) : ''
  return TITLES[kind]
}

/** 'segunda-feira, 23 de novembro, 07:00 – 08:00 · Clube' */
function whenOf(occurrence: Occurrence, { clubName }: AgendaView): string {
  const { start, end } = timesOf(occurrence)
  return [`${formatDay(occurrence.day)}, ${start} – ${end}`, clubName(occurrence.club_id)]
    .filter(Boolean)
    .join(' · ')
}
