import { clsx } from 'clsx'
import type { InputHTMLAttributes, Ref } from 'react'
import { CONTROL } from './control'

export type InputProps = InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }

export function Input({ className, ...rest }: InputProps) {
  return <input className={clsx(CONTROL, className)} {...rest} />
}
