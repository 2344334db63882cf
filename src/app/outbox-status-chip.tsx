import { OutboxChip } from '@/components/outbox/outbox-chip'
import { countOutbox, outboxStatus } from '@/domain/outbox/outbox-status'
import { useOutbox } from '@/hooks/outbox/use-outbox'

/** The chip of the shell, in step with what waits on this device. */
export function OutboxStatusChip({ place, short = false }: { place: 'header' | 'sidebar'; short?: boolean }) {
  const { entries, setAside, active } = useOutbox()
  const counts = countOutbox(entries, setAside)
  return <OutboxChip status={outboxStatus(counts, active)} count={counts.open} place={place} short={short} />
}
