import { useRef, useState, type ReactNode, type RefObject } from 'react'
import { COMMON_MESSAGES } from '@/core/common-texts'
import type { Uuid } from '@/core/model'
import type { Result } from '@/core/result'
import { toast } from '@/lib/browser/toast'
import { ConfirmDialog } from '@/ui/overlay/confirm-dialog'
import { Section } from '@/ui/section'
import { useFocusKept } from '@/ui/use-focus-after'
import { PendingEntry } from './pending-entry'
import { PENDING } from './pending-texts'
import { blockedBy, type OutboxEntry } from './rules'
import { useOutboxActions, useOutboxEntries } from './use-outbox'

interface PendingListProps {
  /** Id of the title, unique on the page. */
  id: string
  title: string
  shown: readonly OutboxEntry[]
  /** Shown beside the title. */
  end?: ReactNode
}

/**
 * A section of outbox entries with their actions; renders nothing when empty. Removing asks first. When the pressed
 * button disappears, focus moves to the section's title.
 */
export function PendingList({ id, title, shown, end }: PendingListProps) {
  const entries = useOutboxEntries()
  const actions = useOutboxActions()
  const asked = (entry: OutboxEntry) => {
    const { title: question, description } = PENDING.remove[entry.intent.kind]
    const going = entry.intent.kind === 'session' ? blockedBy(entry, entries) : []
    const feedbacks = going.filter(({ intent }) => intent.kind === 'feedback').length
    return {
      title: question,
      description:
        (feedbacks > 0 ? PENDING.remove.withFeedback(feedbacks) : '') +
        // The entries that are not feedback are links.
        (going.length > feedbacks ? PENDING.remove.withAnswer : '') +
        description,
    }
  }
  const heading = useRef<HTMLHeadingElement>(null)
  const report = async (outcome: Promise<Result<null>>) => {
    const result = await outcome
    if (!result.success) toast({ title: COMMON_MESSAGES.error, description: result.message, tone: 'error' })
    heading.current?.focus({ preventScroll: true })
  }
  return (
    <RemovableList
      id={id}
      title={title}
      heading={heading}
      items={shown}
      asked={asked}
      onRemove={actions.remove}
      end={end}
    >
      {(entry, onRemove) => (
        <PendingEntry
          entry={entry}
          entries={entries}
          actions={{
            onRemove,
            onRetry: () => void report(actions.retry(entry.id)),
            onSettle: (decision) => void report(actions.settleClock(entry.id, decision)),
            onBeside: (decision) => void report(actions.settleBeside(entry.id, decision)),
          }}
        />
      )}
    </RemovableList>
  )
}

/**
 * A section of items that can be removed after a question. After a removal the focus moves to the title. What is sent
 * under the focus leaves it to the screen.
 */
export function RemovableList<Item extends { id: Uuid }>({
  id,
  title,
  heading,
  items,
  asked,
  onRemove,
  end,
  children,
}: {
  id: string
  title: string
  heading: RefObject<HTMLHeadingElement | null>
  items: readonly Item[]
  asked: (item: Item) => { title: string; description: string }
  onRemove: (id: Uuid) => Promise<Result<unknown>>
  end?: ReactNode
  children: (item: Item, onRemove: () => void) => ReactNode
}) {
  useFocusKept(() => heading.current?.closest('section'))
  const [removing, setRemoving] = useState<Item | null>(null)
  const question = removing && asked(removing)
  const remove = async () => {
    if (removing === null) return
    setRemoving(null)
    const result = await onRemove(removing.id)
    if (result.success) {
      toast({ title: 'Pendência apagada' })
      heading.current?.focus({ preventScroll: true })
    } else toast({ title: 'Não foi possível apagar', description: result.message, tone: 'error' })
  }
  return (
    <>
      {items.length > 0 && (
        <Section
          id={id}
          headingRef={heading}
          className="mb-6"
          title={
            <span className="figures">
              {title} ({items.length})
            </span>
          }
          action={end}
        >
          <ul className="flex flex-col gap-3">
            {items.map((item) => (
              <li key={item.id}>{children(item, () => setRemoving(item))}</li>
            ))}
          </ul>
        </Section>
      )}
      <ConfirmDialog
        open={removing !== null}
        onOpenChange={(open) => {
          if (!open) setRemoving(null)
        }}
        title={question?.title ?? ''}
        description={question?.description ?? ''}
        confirmLabel="Apagar"
        onConfirm={() => void remove()}
      />
    </>
  )
}
