import { clsx } from 'clsx'
import type { Ref, TextareaHTMLAttributes } from 'react'
import { CONTROL } from './control'

/**
 * A text control of several lines that grows with its text where the browser can: downwards, for browsers let no word
 * of a textarea be broken to make its box narrower.
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
