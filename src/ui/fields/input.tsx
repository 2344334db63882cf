import { clsx } from 'clsx'
import { type InputHTMLAttributes, type Ref, type TextareaHTMLAttributes, useEffect, useRef } from 'react'
import { FIRST_DAY, LAST_DAY } from '@/core/constants'
import type { ControlProps } from './field'

/** Classes of every text control. iOS zooms into fields with text below 16 px. */
export const CONTROL =
  'w-full min-w-0 min-h-12 rounded-lg border-[1.5px] border-line-strong bg-surface px-3.5 py-2.5 text-base text-ink ' +
  'aria-invalid:border-bad aria-invalid:border-2 disabled:opacity-60'

export type InputProps = InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }

export function Input({ className, ...rest }: InputProps) {
  return <input className={clsx(CONTROL, className)} {...rest} />
}

/**
 * A multi-line control that grows with its text where the browser can; only vertically, because browsers do not break
 * long words to keep it narrow.
 */
export function Textarea({
  className,
  ...rest
}: TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> }) {
  return (
    <textarea
      rows={3}
      className={clsx(CONTROL, 'max-h-80 min-h-24 wrap-anywhere [field-sizing:content]', className)}
      {...rest}
    />
  )
}

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
