import { Check, CloudUpload } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { formatTime } from '@/domain/shared/dates'
import type { Instant } from '@/domain/shared/model'
import { TODAY } from '@/texts/agenda/today'

const texts = TODAY.row

/**
 * One planned lesson: when, who, what became of it, and the answers that the caller offers (docs/product.md, 'Today').
 * Each answer is a button that names its lesson, because many rows stand on one screen.
 */
export function OccurrenceRow({
  startsAt,
  minutes,
  names,
  place,
  when,
  isRunning = false,
  isMoved = false,
  outcome,
  isWaiting = false,
  saving = false,
  onHeld,
  detailsTo,
  onNotHeld,
  children,
}: {
  startsAt: Instant
  minutes: number
  /** Of the students; empty: 'Horário livre'. */
  names: readonly string[]
  /** The club's name. */
  place?: string | undefined
  /** The day, where rows of several days stand together. */
  when?: string
  isRunning?: boolean
  isMoved?: boolean
  /** 'held', or in words why it did not happen; absent while nobody answered. */
  outcome?: { held: true } | { held: false; words: string } | undefined
  /** The answer is in the outbox. */
  isWaiting?: boolean
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
  const titleId = useId()
  const who = names.length > 0 ? names.join(', ') : texts.free
  const lesson = `${when ? `${when}, ` : ''}${formatTime(startsAt)}, ${who}`
  const named = (action: string) => texts.named(action, lesson)
  return (
    <div role="group" aria-labelledby={titleId} className="flex flex-col gap-2 py-3">
      <div className="flex items-start gap-3">
        <p className="figures w-12 shrink-0 text-[17px] leading-tight font-extrabold">
          {formatTime(startsAt)}
        </p>
        <div className="min-w-0 flex-1">
          <p id={titleId} className="line-clamp-2 leading-tight font-bold [overflow-wrap:anywhere]">
            <span className="sr-only">{`${when ? `${when}, ` : ''}${formatTime(startsAt)}, `}</span>
            {who}
          </p>
          <p className="figures mt-0.5 line-clamp-2 text-[15px] leading-snug text-ink-soft">
            {[TODAY.minutes(minutes), place, isMoved && texts.moved].filter(Boolean).join(' · ')}
          </p>
        </div>
        <div role="status" className="flex shrink-0 flex-col items-end gap-1">
          {isRunning && !outcome && <Badge tone="ok">{texts.now}</Badge>}
          {outcome?.held && (
            <Badge tone="ok">
              <Check className="size-4 shrink-0" aria-hidden="true" />
              {texts.held}
            </Badge>
          )}
          {outcome?.held === false && <Badge tone="caution">{outcome.words}</Badge>}
          {isWaiting && (
            <Badge tone="caution">
              <CloudUpload className="size-4 shrink-0" aria-hidden="true" />
              {texts.waiting}
            </Badge>
          )}
        </div>
      </div>
      {(onHeld || detailsTo || onNotHeld) && (
        <div className="flex flex-wrap gap-2">
          {onHeld && (
            <Button
              size="sm"
              className="flex-1 px-3 sm:flex-none"
              aria-label={named(texts.held)}
              pending={saving}
              pendingLabel={texts.saving}
              onClick={onHeld}
            >
              {texts.held}
            </Button>
          )}
          {detailsTo && (
            <Button asChild tone="outline" size="sm" className="px-3">
              <Link to={detailsTo} aria-label={named(texts.details)}>
                {texts.details}
              </Link>
            </Button>
          )}
          {onNotHeld && (
            <Button
              tone={onHeld ? 'ghost' : 'outline'}
              size="sm"
              className="px-3"
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
