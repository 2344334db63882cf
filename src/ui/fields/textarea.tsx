import { clsx } from 'clsx'
import type { Ref, TextareaHTMLAttributes } from 'react'
import { CONTROL } from './control'

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
