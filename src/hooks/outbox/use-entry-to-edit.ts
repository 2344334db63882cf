import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Uuid } from '@/domain/shared/model'
import type { OutboxIntent, OutboxEntry } from '@/domain/outbox/outbox'
import { paths } from '@/domain/shared/paths'
import { toast } from '@/lib/browser/toast'
import { OUTBOX } from '@/texts/outbox/outbox'
import { useEntryLock } from './use-outbox'

/**
 * The entry of the outbox that a form changes, held back from sending while the form is open; null while it is being
 * looked up. One that can no longer be changed says so and leads to the list of what waits.
 */
export function useEntryToEdit(id: Uuid, kind: OutboxIntent['kind']): OutboxEntry | null {
  const lock = useEntryLock(id, kind)
  const navigate = useNavigate()
  const { status } = lock
  useEffect(() => {
    if (status !== 'locked' && status !== 'gone') return
    const { locked, alreadyGone } = OUTBOX.service
    toast({ title: status === 'locked' ? locked : alreadyGone, tone: 'warning' })
    void navigate(paths.outbox.href(), { replace: true })
  }, [status, navigate])
  return lock.status === 'acquired' ? lock.entry : null
}
