import type { ButtonHTMLAttributes, Ref } from 'react'
import { buttonLook, type ButtonLook } from './button-look'

export interface ButtonProps
  extends ButtonHTMLAttributes<HTMLButtonElement>, Pick<ButtonLook, 'tone' | 'size'> {
  /** True while its action is under way: shows progress and ignores further clicks. */
  pending?: boolean
  pendingLabel?: string
  ref?: Ref<HTMLButtonElement>
}

/** A button at least 44 px high. */
export function Button({
  tone,
  size,
  pending = false,
  pendingLabel,
  disabled,
  className,
  children,
  onClick,
  onMouseDown,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={buttonLook({ tone, size, className })}
      disabled={disabled}
      // Not `disabled`: that would drop the keyboard focus.
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      onMouseDown={(event) => {
        // Blur validation inserts an error message and moves the button from under the pointer, so the click would
        // miss. Submitting validates every field anyway, so keep the focus where it is.
        if (type === 'submit') event.preventDefault()
        onMouseDown?.(event)
      }}
      onClick={(event) => {
        if (pending) event.preventDefault()
        else onClick?.(event)
      }}
      {...rest}
    >
      {pending && pendingLabel ? pendingLabel : children}
    </button>
  )
}
