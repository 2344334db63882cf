import { useEffect, useRef } from 'react'
import { ALERT_TYPES, type Alert, type AlertType } from '@/core/model'
import { Chip } from '@/ui/fields/choices'
import { ALERT_TYPE_LABELS } from './rules'

/** One chip per type with open alerts, and their count; 'Todos' clears the filter. */
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
  // The selected type stays after its last alert was resolved, so that it can be deselected.
  const shown = ALERT_TYPES.filter((one) => counts.has(one) || one === type)
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The address may select a chip that a phone shows only after scrolling.
    if (type !== null) {
      line.current
        ?.querySelector('[aria-pressed="true"]')
        ?.scrollIntoView({ inline: 'center', block: 'nearest' })
    }
  }, [type])
  return (
    // One scrollable line: wrapped chips would push the alerts below the fold on a phone.
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
