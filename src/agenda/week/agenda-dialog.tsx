import { Suspense, useEffect } from 'react'
import type { LocalDate } from '@/core/model'
import { lazyPage } from '@/ui/lazy-page'
import { Dialog } from '@/ui/overlay/dialog'
import { Skeleton } from '@/ui/skeleton'
import { formatDay } from '../days'
import { namesOf, timesOf } from '../occurrence-item'
import { hasBegun, type Occurrence } from '../rules'
import { AGENDA_TEXTS } from '../texts'
import { TODAY } from '../today-texts'
import type { AgendaView } from './agenda-view'
import type { Opened } from './use-agenda-address'

/** Not with the page: most visits only read. */
const OccurrenceActions = lazyPage(() => import('./occurrence-actions'), 'OccurrenceActions')
const NewSlotForm = lazyPage(() => import('./slot-forms'), 'NewSlotForm')
const AgendaForm = lazyPage(() => import('./agenda-form'), 'AgendaForm')

const texts = AGENDA_TEXTS.form

/** What is open over the agenda. One dialog for all of it: closed, it gives the focus back to where it was opened. */
export function AgendaDialog({
  opened,
  day,
  find,
  isRead,
  view,
  onOpen,
}: {
  opened: Opened | null
  /** The chosen day, for a new slot. */
  day: LocalDate
  find: (slotId: string, slotDate: LocalDate) => Occurrence | undefined
  /** False while the agenda is read: what is not found may still come. */
  isRead: boolean
  view: AgendaView
  onOpen: (opened: Opened | null) => void
}) {
  const occurrence =
    opened === null || opened.kind === 'new' ? undefined : find(opened.slotId, opened.slotDate)
  const isGone = opened !== null && opened.kind !== 'new' && isRead && occurrence === undefined
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
        {opened?.kind === 'new' ? (
          <NewSlotForm day={day} studentId={opened.student} sessionId={opened.session} onClose={close} />
        ) : (
          opened &&
          occurrence && (
            <>
              {opened.kind === 'occurrence' ? (
                <OccurrenceActions
                  occurrence={occurrence}
                  view={view}
                  onOpen={(kind) => onOpen({ ...opened, kind })}
                  onClose={close}
                />
              ) : (
                <AgendaForm kind={opened.kind} occurrence={occurrence} view={view} onClose={close} />
              )}
            </>
          )
        )}
      </Suspense>
    </Dialog>
  )
}

function titleOf(opened: Opened | null, occurrence: Occurrence | undefined, { now }: AgendaView): string {
  switch (opened?.kind) {
    case 'skip':
      return occurrence && !hasBegun(occurrence, now) ? TODAY.skip.titleAhead : TODAY.skip.title(1)
    case 'day':
      return texts.moveTitle
    case 'onward':
      return texts.onwardTitle
    case 'end':
      return AGENDA_TEXTS.end.title
    case 'occurrence':
      return occurrence ? namesOf(occurrence) : ''
    default:
      return texts.newTitle
  }
}

/** 'segunda-feira, 23 de novembro, 07:00 – 08:00 · Clube' */
function whenOf(occurrence: Occurrence, { clubName }: AgendaView): string {
  const { start, end } = timesOf(occurrence)
  return [`${formatDay(occurrence.day)}, ${start} – ${end}`, clubName(occurrence.club_id)]
    .filter(Boolean)
    .join(' · ')
}
