import { clsx } from 'clsx'
import type { InputHTMLAttributes, Ref, TextareaHTMLAttributes, ReactNode } from 'react'

/** Classes of every text control. iOS zooms into fields with text below 16 px. */
export const CONTROL =
  'w-full min-w-0 min-h-12 rounded-lg border-[1.5px] border-line-strong bg-surface px-3.5 py-2.5 text-base text-ink ' +
  'aria-invalid:border-bad aria-invalid:border-2 disabled:opacity-60'

export type InputProps = InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }

export const Input = ({ className, ...rest }: InputProps) => (
  <input className={clsx(CONTROL, className)} {...rest} />
)

type TextareaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> }

/** Grows with its text where the browser can; only vertically, because browsers do not break long words for it. */
export const Textarea = ({ className, ...rest }: TextareaProps) => (
  <textarea
    rows={3}
    className={clsx(CONTROL, 'max-h-80 min-h-24 wrap-anywhere [field-sizing:content]', className)}
    {...rest}
  />
)

type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  label: ReactNode
  ref?: Ref<HTMLInputElement>
}

/** A checkbox with its label; the whole line is the target. */
export const Checkbox = ({ label, className, ...rest }: CheckboxProps) => (
  <label className={clsx('flex min-h-11 cursor-pointer items-center gap-3 font-semibold', className)}>
    <input type="checkbox" className="size-5 shrink-0" {...rest} />
    <span className="min-w-0">{label}</span>
  </label>
)
