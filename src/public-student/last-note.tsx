import { formatDate } from '@/core/dates'
import { Badge } from '@/ui/badge'
import { Card } from '@/ui/card'
import type { PublicSession } from './data'
import { lastNote, quoted } from './first-words'
import { CAPTION, QUOTE } from './look'
import { PUBLIC_STUDENT } from './texts'

const { note: texts } = PUBLIC_STUDENT

/** The coach's newest feedback notes as a quote, with the tags and a button to all feedback. Nothing without notes. */
export function LastNote({ sessions, onAll }: { sessions: readonly PublicSession[]; onAll: () => void }) {
  const last = lastNote(sessions)
  if (!last) return null
  return (
    <section aria-labelledby="ultimo-feedback">
      <Card className="p-3! md:p-4!">
        <div className="flex items-center justify-between gap-3">
          <h2 id="ultimo-feedback" className={CAPTION}>
            {texts.title}
          </h2>
          <button
            type="button"
            onClick={onAll}
            className="-my-3 -mr-2 min-h-11 rounded-lg px-2 text-sm font-bold underline underline-offset-4 hover:bg-sunken"
          >
            {texts.all}
          </button>
        </div>
        <figure className="mt-2">
          <blockquote className={QUOTE}>{quoted(last.notes)}</blockquote>
          <figcaption className="figures mt-2 flex flex-wrap items-center gap-1.5 text-[15px] text-ink-soft">
            <span className="mr-1">
              — {last.teacher}, {formatDate(last.day)}
            </span>
            {last.tags.map((tag) => (
              <Badge key={tag} tone="info">
                {tag}
              </Badge>
            ))}
          </figcaption>
        </figure>
      </Card>
    </section>
  )
}
