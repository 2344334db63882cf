import { useRef, useState, type ReactNode } from 'react'
import { COMMON_MESSAGES } from '@/core/common-texts'
import type { Uuid } from '@/core/model'
import type { Result } from '@/core/result'
import { toast } from '@/lib/browser/toast'
import { ConfirmDialog } from '@/ui/overlay/confirm-dialog'
import { PendingEntry } from './pending-entry'
import { PENDING } from './pending-texts'
import { blockedBy, type OutboxEntry } from './rules'

export interface PendingActions {
  remove: (id: Uuid) => Promise<Result<unknown>>
  retry: (id: Uuid) => Promise<Result<null>>
  settleClock: (id: Uuid, decision: 'correct' | 'keep') => Promise<Result<null>>
  settleBeside: (id: Uuid, decision: 'same' | 'other') => Promise<Result<null>>
}

/**
 * A section of outbox entries with their actions; renders nothing when empty. Removing asks first. When the pressed
 * button disappears, focus moves to the section's title.
 */
export function PendingList({
  id,
  title,
  shown,
  entries,
  actions,
  end,
}: {
  /** Id of the title, unique on the page. */
  id: string
  title: string
  shown: readonly OutboxEntry[]
  /** All entries of this coach on this device. */
  entries: readonly OutboxEntry[]
  actions: PendingActions
  /** Beside the title. */
  end?: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [removing, setRemoving] = useState<OutboxEntry | null>(null)
  const asked = PENDING.remove[removing?.intent.kind ?? 'session']
  const feedbacks = removing?.intent.kind === 'session' ? blockedBy(removing, entries).length : 0
  const withFeedback = feedbacks > 0 ? `${PENDING.remove.withFeedback(feedbacks)} ` : ''

  const reportOutcome = async (outcome: Promise<Result<null>>) => {
    const result = await outcome
    if (!result.success) toast({ title: COMMON_MESSAGES.error, description: result.message, tone: 'error' })
    heading.current?.focus({ preventScroll: true })
  }
  const remove = async () => {
    const entry = removing
    setRemoving(null)
    if (entry === null) return
    const result = await actions.remove(entry.id)
    toast(
      result.success
        ? { title: PENDING.remove.done }
        : { title: PENDING.remove.failed, description: result.message, tone: 'error' },
    )
    if (result.success) heading.current?.focus({ preventScroll: true })
  }

  return (
    <>
      {shown.length > 0 && (
        <section aria-labelledby={id} className="mb-6">
          <div className="mb-3 flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <h2 id={id} ref={heading} tabIndex={-1} className="figures text-xl outline-none">
              {title} ({shown.length})
            </h2>
            {end}
          </div>
          <ul className="flex flex-col gap-3">
            {shown.map((entry) => (
              <li key={entry.id}>
                <PendingEntry
                  entry={entry}
                  entries={entries}
                  actions={{
                    onRemove: () => setRemoving(entry),
                    onRetry: () => void reportOutcome(actions.retry(entry.id)),
                    onSettle: (decision) => void reportOutcome(actions.settleClock(entry.id, decision)),
                    onBeside: (decision) => void reportOutcome(actions.settleBeside(entry.id, decision)),
                  }}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      <ConfirmDialog
        open={removing !== null}
        onOpenChange={(open) => {
          if (!open) setRemoving(null)
        }}
        title={asked.title}
        description={withFeedback + asked.description}
        confirmLabel={PENDING.remove.confirm}
        onConfirm={() => void remove()}
      />
    </>
  )
}
