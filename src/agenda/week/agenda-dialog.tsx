import { useIsMutating } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Suspense, useEffect, useRef } from 'react'
import { useAsSent } from '@/ui/forms/use-as-sent'
import { lazyPage } from '@/ui/lazy-page'
import { Dialog } from '@/ui/overlay/dialog'
import { Skeleton } from '@/ui/skeleton'
import { usePreloaded } from '@/ui/use-preloaded'
import { TODAY } from '../answer-texts'
import { formatDay } from '../days'
import { hasBegun, isOccurrence, namesOf, timesOf, type AgendaLesson, type Occurrence } from '../rules'
import { useSlots } from '../use-slots'
import { timeOf } from '../zone'
import type { AgendaView, Opened } from './use-weeks'

/** Loaded apart from the page, because most visits only read. */
const OccurrenceActions = lazyPage(() => import('./occurrence-actions'), 'OccurrenceActions')
const LessonActions = lazyPage(() => import('./lesson-actions'), 'LessonActions')
const AgendaForm = lazyPage(() => import('./agenda-form'), 'AgendaForm')
const SHEETS = [OccurrenceActions, AgendaForm]

const TITLES = {
  new: 'Novo horário',
  day: 'Mudar só este dia',
  onward: 'Mudar deste dia em diante',
  /** For a slot that is only on one day. */
  once: 'Mudar esta aula',
  end: 'Encerrar horário?',
} as const

/** Forms that fill a phone. */
const HIGH: ReadonlySet<Opened['kind']> = new Set(['new', 'occurrence', 'onward'])

type AgendaDialogProps = { opened: Opened | null; view: AgendaView; onOpen: (opened: Opened | null) => void }

/** What is open over the agenda, all in one dialog, so that closing returns the focus to where it was opened. */
export function AgendaDialog({ opened, view, onOpen }: AgendaDialogProps) {
  usePreloaded(SHEETS)
  const about = opened?.kind === 'new' || opened?.kind === 'lesson' ? null : opened
  const found = about ? view.find(about.slotId, about.slotDate) : undefined
  // While a change is being sent, a read may already bring its result: another hour, or no slot any more.
  const asSent = useAsSent(found, useIsMutating() > 0)
  const occurrence =
    asSent?.slot_id === about?.slotId && asSent?.slot_date === about?.slotDate ? asSent : found
  const lesson = opened?.kind === 'lesson' ? view.findLesson(opened.id) : undefined
  const shown = occurrence ?? lesson
  const isGone = opened !== null && opened.kind !== 'new' && view.isRead && shown === undefined
  const slots = useSlots(opened?.kind === 'onward')
  const isOnce = slots.data?.find(({ id }) => id === about?.slotId)?.weekday === null
  useEffect(() => {
    // The address is old, or another device changed the week.
    if (isGone) onOpen(null)
  }, [isGone, onOpen])
  const key = `${about?.slotId} ${about?.slotDate}`
  const shownKey = useRef(key)
  useEffect(() => {
    shownKey.current = key
  }, [key])
  const close = () => {
    // An answer that comes later must not close what is open by then.
    if (shownKey.current === key) onOpen(null)
  }
  return (
    <Dialog
      open={opened?.kind === 'new' || shown !== undefined}
      onOpenChange={close}
      title={titleOf(opened, shown, isOnce, view)}
      {...(shown && { description: whenOf(shown, view) })}
    >
      <Suspense
        fallback={
          <Skeleton className={clsx('rounded-xl', opened && HIGH.has(opened.kind) ? 'h-dvh' : 'h-80')} />
        }
      >
        {about?.kind === 'occurrence' && occurrence && (
          <OccurrenceActions
            occurrence={occurrence}
            view={view}
            onOpen={(kind) => onOpen({ ...about, kind })}
            onClose={close}
          />
        )}
        {lesson && <LessonActions lesson={lesson} now={view.now} />}
        {opened && opened.kind !== 'occurrence' && opened.kind !== 'lesson' && (
          <AgendaForm opened={opened} occurrence={occurrence} view={view} onClose={close} />
        )}
      </Suspense>
    </Dialog>
  )
}

function titleOf(
  opened: Opened | null,
  shown: Occurrence | AgendaLesson | undefined,
  isOnce: boolean,
  { now }: AgendaView,
): string {
  const kind = opened?.kind ?? 'new'
  if (kind === 'skip') return TODAY.skip.title(1, shown !== undefined && !hasBegun(shown, now))
  if (kind === 'occurrence' || kind === 'lesson') return shown ? namesOf(shown) : ''
  return TITLES[kind === 'onward' && isOnce ? 'once' : kind]
}

/** 'segunda-feira, 23 de novembro, 07:00–08:00 · Clube', unbroken: '08:00' alone in a line would look like a start. */
function whenOf(occurrence: Occurrence | AgendaLesson, { clubName }: AgendaView): string {
  if (!isOccurrence(occurrence)) return `${formatDay(occurrence.day)}, ${timeOf(occurrence.starts_at)}`
  const { start, end } = timesOf(occurrence)
  return [`${formatDay(occurrence.day)}, ${start}–\u2060${end}`, clubName(occurrence.club_id)]
    .filter(Boolean)
    .join(' · ')
}
