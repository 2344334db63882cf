import { clsx } from 'clsx'
import { useEffect, useId, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { TODAY } from '@/agenda/today-texts'
import { Button } from '@/ui/button'

const texts = TODAY.row

/**
 * One planned lesson: when, who, what became of it, and the answers that the caller offers (docs/product.md, 'Today').
 * Each answer is a button that names its lesson, because many rows stand on one screen.
 */
export function OccurrenceRow({
  time,
  minutes,
  names,
  place,
  when,
  signs,
  saving = false,
  onHeld,
  detailsTo,
  onNotHeld,
  children,
}: {
  /** When it begins: '18:00'. */
  time: string
  minutes: number
  /** Of the students; empty: 'Horário livre'. */
  names: readonly string[]
  /** The club's name. */
  place?: string | undefined
  /** The day, in the names of the buttons; absent for today. */
  when?: string
  /** What became of it (`occurrence-state.tsx`). */
  signs?: ReactNode
  /** An answer is under way. */
  saving?: boolean
  /** Absent before the lesson starts, and once it is answered. */
  onHeld?: (() => void) | undefined
  /** The form, filled in; absent before the lesson starts, and once it is answered. */
  detailsTo?: string | undefined
  onNotHeld?: (() => void) | undefined
  /** Below the row: stars and tags. */
  children?: ReactNode
}) {
  const id = useId()
  // Read before the answer is drawn: by then the control that had the focus is gone.
  const hadFocus = document.getElementById(id)?.contains(document.activeElement) === true
  useEffect(() => {
    // An answer, or its undo, removes the control that had the focus: a keyboard would start again at the top of the page.
    if (!hadFocus || document.activeElement !== document.body) return
    document.getElementById(id)?.focus({ preventScroll: true })
  })
  const who = names.length > 0 ? names.join(', ') : texts.free
  const lesson = `${when ? `${when}, ` : ''}${time}, ${who}`
  const named = (action: string) => texts.named(action, lesson)
  return (
    <div
      id={id}
      role="group"
      aria-labelledby={`${id}-time ${id}-names`}
      tabIndex={-1}
      className="flex flex-col gap-2 py-3"
    >
      <div className="flex items-start gap-2">
        <p id={`${id}-time`} className="figures w-13 shrink-0 text-[17px] leading-tight font-extrabold">
          {time}
        </p>
        <div className="min-w-0 flex-1">
          <p id={`${id}-names`} className="line-clamp-2 leading-tight font-bold [overflow-wrap:anywhere]">
            {who}
          </p>
          <div className="mt-0.5 flex min-h-6 flex-wrap items-center justify-between gap-x-2 gap-y-1">
            <p className="figures line-clamp-2 min-w-0 text-[15px] leading-snug text-ink-soft [overflow-wrap:anywhere]">
              {[TODAY.minutes(minutes), place].filter(Boolean).join(' · ')}
            </p>
            <div role="status" className="flex flex-wrap gap-1">
              {signs}
            </div>
          </div>
        </div>
      </div>
      {(onHeld || detailsTo || onNotHeld) && (
        <div className={clsx('flex flex-wrap gap-2', !onHeld && '-my-1 pl-12')}>
          {onHeld && (
            <Button
              size="sm"
              className="flex-1 px-2.5! whitespace-nowrap sm:flex-none sm:px-4!"
              aria-label={named(texts.held)}
              pending={saving}
              pendingLabel={texts.saving}
              onClick={onHeld}
            >
              {texts.held}
            </Button>
          )}
          {detailsTo && (
            <Button asChild tone="outline" size="sm" className="px-2.5! sm:px-4!">
              <Link to={detailsTo} aria-label={named(texts.details)}>
                {texts.details}
              </Link>
            </Button>
          )}
          {onNotHeld && (
            <Button
              tone="ghost"
              size="sm"
              className="px-2.5! whitespace-nowrap"
              aria-label={named(texts.notHeld)}
              disabled={saving}
              onClick={onNotHeld}
            >
              {texts.notHeld}
            </Button>
          )}
        </div>
      )}
      {children}
    </div>
  )
}
