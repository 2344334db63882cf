import { useEffect } from 'react'
import type { Uuid } from '@/core/model'
import { paths } from '@/core/paths'
import { toast } from '@/lib/browser/toast'
import { useReplace } from '@/ui/use-address'
import type { OutboxIntent, OutboxEntry } from './rules'
import { OUTBOX } from './texts'
import { useEntryLock } from './use-outbox'

/**
 * The outbox entry that a form edits. It is not sent while the form is open; null while it is looked up. If it can no
 * longer be edited, a toast says so and the outbox opens.
 */
export function useEntryToEdit(id: Uuid, kind: OutboxIntent['kind']): OutboxEntry | null {
  const lock = useEntryLock(id, kind)
  const replace = useReplace()
  const { status } = lock
  useEffect(() => {
    if (status !== 'locked' && status !== 'gone') return
    const { locked, alreadyGone } = OUTBOX.service
    toast({ title: status === 'locked' ? locked : alreadyGone, tone: 'warning' })
    replace(paths.outbox.href())
  }, [status, replace])
  return lock.status === 'acquired' ? lock.entry : null
}
