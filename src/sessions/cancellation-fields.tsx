import type { ReactNode } from 'react'
import { CANCELLED_REASONS, type CancelledReason } from '@/core/model'
import { Checkbox } from '@/ui/fields/checkbox'
import { Segmented } from '@/ui/fields/choices'
import { ATTENDANCE } from './attendance-texts'
import { COURT } from './court-texts'

const OPTIONS = CANCELLED_REASONS.map((value) => ({ value, label: ATTENDANCE.reasons[value] }))

/** Why a lesson did not happen. */
export function ReasonChoice({
  value,
  onChange,
}: {
  value: CancelledReason
  onChange: (reason: CancelledReason) => void
}) {
  return (
    <Segmented
      legend={COURT.cancelled.reason}
      options={OPTIONS}
      value={value}
      onChange={onChange}
      className="max-w-lg grid-cols-2"
    />
  )
}

/** 'A aula não aconteceu' and why (docs/product.md, 'A lesson that did not happen'). Rain is the usual reason. */
export function CancellationFields({
  value,
  onChange,
  onToggle,
  children,
}: {
  /** '': the lesson happened. */
  value: CancelledReason | ''
  onChange: (value: CancelledReason | '') => void
  /** Whether it happened has changed, not only why: what was offered before is something else now. */
  onToggle: () => void
  /** What it does, shown once it is ticked. */
  children?: ReactNode
}) {
  return (
    <div className="flex flex-col gap-3">
      <Checkbox
        label={COURT.cancelled.toggle}
        checked={value !== ''}
        onChange={({ target }) => {
          onChange(target.checked ? 'rain' : '')
          onToggle()
        }}
      />
      {value !== '' && (
        <>
          <ReasonChoice value={value} onChange={onChange} />
          {children}
        </>
      )}
    </div>
  )
}
