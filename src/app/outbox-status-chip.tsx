import { OutboxChip } from '@/outbox/outbox-chip'
import { countOutbox, outboxStatus } from '@/outbox/rules'
import { useOutbox } from '@/outbox/use-outbox'

/** The shell's outbox chip, subscribed to the outbox of this device. */
export function OutboxStatusChip({ place, short = false }: { place: 'header' | 'sidebar'; short?: boolean }) {
  const { entries, setAside, active } = useOutbox()
  const counts = countOutbox(entries, setAside)
  return <OutboxChip status={outboxStatus(counts, active)} count={counts.open} place={place} short={short} />
}
