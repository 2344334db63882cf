import { useEffect, useRef } from 'react'
import { FIRST_DAY, LAST_DAY } from '@/core/constants'
import type { ControlProps } from './field'
import { Input } from './input'

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
      // Without limits a date field accepts years of five digits.
      min={FIRST_DAY}
      max={LAST_DAY}
      defaultValue={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
