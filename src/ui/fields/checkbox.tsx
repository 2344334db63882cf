import { clsx } from 'clsx'
import type { InputHTMLAttributes, ReactNode, Ref } from 'react'

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
