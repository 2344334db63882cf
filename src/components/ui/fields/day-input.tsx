import { useEffect, useRef } from 'react'
import type { ControlProps } from './field'
import { Input } from './input'

/** Without limits a date field accepts years of five digits. */
const DAYS = { min: '1900-01-01', max: '9999-12-31' } as const

/**
 * A date field; '' for none. Uncontrolled, because a controlled one would interrupt the typing of a year at 202. While
 * it has no focus it follows the address (quick filters, back).
 */
export function DayInput({
  value,
  onChange,
  ...aria
}: ControlProps & { value: string; onChange: (value: string) => void }) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current && input.current !== document.activeElement) input.current.value = value
  }, [value])
  return (
    <Input
      {...aria}
      ref={input}
      type="date"
      min={DAYS.min}
      max={DAYS.max}
      defaultValue={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
