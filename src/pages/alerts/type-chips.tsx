import { useEffect, useRef } from 'react'
import { Chip } from '@/components/ui/chips'
import { ALERT_TYPE_LABELS } from '@/domain/alerts/alerts'
import { ALERT_TYPES, type Alert, type AlertType } from '@/domain/shared/model'

/** One chip per type that has open alerts, with their number; 'Todos' takes the filter away. */
export function TypeChips({
  alerts,
  type,
  onChange,
}: {
  alerts: readonly Alert[]
  type: AlertType | null
  onChange: (type: AlertType | null) => void
}) {
  const counts = new Map<AlertType, number>()
  for (const alert of alerts) counts.set(alert.type, (counts.get(alert.type) ?? 0) + 1)
  // The chosen one stays, so that it can be let go when its last alert was resolved.
  const shown = ALERT_TYPES.filter((one) => counts.has(one) || one === type)
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // An address may open with a filter that a phone has no room for at first.
    if (type !== null) {
      line.current
        ?.querySelector('[aria-pressed="true"]')
        ?.scrollIntoView({ inline: 'center', block: 'nearest' })
    }
  }, [type])
  return (
    // One line to swipe on a phone: five lines of filters would push the alerts out of sight.
    <div
      ref={line}
      role="group"
      aria-label="Filtrar por tipo"
      className="-mx-4 flex gap-2 overflow-x-auto scroll-px-4 px-4 py-1 [scrollbar-width:none] md:mx-0 md:flex-wrap md:px-0"
    >
      <Chip className="shrink-0" pressed={type === null} onToggle={() => onChange(null)}>
        Todos <Count of={alerts.length} />
      </Chip>
      {shown.map((one) => (
        <Chip
          key={one}
          className="shrink-0"
          pressed={type === one}
          onToggle={() => onChange(type === one ? null : one)}
        >
          {ALERT_TYPE_LABELS[one]} <Count of={counts.get(one) ?? 0} />
        </Chip>
      ))}
    </div>
  )
}

function Count({ of }: { of: number }) {
  return <span className="figures opacity-80">({of})</span>
}
