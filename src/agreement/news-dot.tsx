import { clsx } from 'clsx'
import { COACH_REPLIES as texts } from './coach-reply-texts'
import { useHasNews } from './use-news'

/** Beside 'Hoje' in the bars, while there is news of students that this account has not seen. */
export function NewsDot({ className }: { className?: string }) {
  if (!useHasNews()) return null
  return (
    <span className={clsx('size-2.5 shrink-0 rounded-full bg-ball ring-2 ring-current', className)}>
      <span className="sr-only">, {texts.dot}</span>
    </span>
  )
}
