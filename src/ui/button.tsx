import { Slot } from '@radix-ui/react-slot'
import type { ButtonHTMLAttributes, Ref } from 'react'
import { buttonLook, type ButtonLook } from './button-look'

export interface ButtonProps
  extends ButtonHTMLAttributes<HTMLButtonElement>, Pick<ButtonLook, 'tone' | 'size'> {
  /** Renders its only child (e.g. a link) as a button. */
  asChild?: boolean
  /** True while its action is under way: shows progress and ignores further clicks. */
  pending?: boolean
  pendingLabel?: string
  ref?: Ref<HTMLButtonElement>
}

/** A button at least 44 px high. */
export function Button({
  tone,
  size,
  asChild = false,
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
  const look = buttonLook({ tone, size, className })
  if (asChild) {
    return (
      <Slot className={look} {...rest}>
        {children}
      </Slot>
    )
  }
  return (
    <button
      type={type}
      className={look}
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
