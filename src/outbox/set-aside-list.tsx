import Trash2 from 'lucide-react/icons/trash'
import { useRef, useState } from 'react'
import type { Uuid } from '@/core/model'
import type { Result } from '@/core/result'
import { toast } from '@/lib/browser/toast'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { ConfirmDialog } from '@/ui/overlay/confirm-dialog'
import { PENDING } from './pending-texts'
import type { SetAsideEntry } from './stored-entries'
import { OUTBOX } from './texts'

const texts = PENDING.setAside
const HEADING = 'nao-lidas'

/** What this device keeps and this version of the app cannot read, and so never sends. Removing asks first. */
export function SetAsideList({
  entries,
  onRemove,
}: {
  entries: readonly SetAsideEntry[]
  onRemove: (id: Uuid) => Promise<Result<null>>
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [removing, setRemoving] = useState<Uuid | null>(null)
  const remove = async () => {
    if (removing === null) return
    setRemoving(null)
    const result = await onRemove(removing)
    toast(
      result.success
        ? { title: PENDING.remove.done }
        : { title: PENDING.remove.failed, description: result.message, tone: 'error' },
    )
    heading.current?.focus({ preventScroll: true })
  }

  return (
    <>
      {entries.length > 0 && (
        <section aria-labelledby={HEADING} className="mb-6">
          <h2 id={HEADING} ref={heading} tabIndex={-1} className="figures mb-3 text-xl outline-none">
            {texts.title} ({entries.length})
          </h2>
          <ul className="flex flex-col gap-3">
            {entries.map(({ id, reason }) => (
              <li key={id}>
                <Card role="group" aria-labelledby={`nao-lida-${id}`} className="flex flex-col gap-3">
                  <h3 id={`nao-lida-${id}`} className="text-[17px]">
                    {OUTBOX.setAside[reason]}
                  </h3>
                  <p className="text-[15px]">{texts[reason]}</p>
                  <Button
                    tone="ghost"
                    size="sm"
                    className="-mx-2 -mb-1 self-end px-2.5"
                    onClick={() => setRemoving(id)}
                  >
                    <Trash2 aria-hidden="true" />
                    {PENDING.entry.remove}
                  </Button>
                </Card>
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
        title={PENDING.removeSetAside.title}
        description={PENDING.removeSetAside.description}
        confirmLabel={PENDING.remove.confirm}
        onConfirm={() => void remove()}
      />
    </>
  )
}
