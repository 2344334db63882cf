import { Slot } from '@radix-ui/react-slot'
import type { ButtonHTMLAttributes, Ref } from 'react'
import { buttonLook, type ButtonLook } from './button-look'

export interface ButtonProps
  extends ButtonHTMLAttributes<HTMLButtonElement>, Pick<ButtonLook, 'tone' | 'size'> {
  /** Renders its only child (a link, say) with the look of a button. */
  asChild?: boolean
  /** True while the action it started is under way: it says so, and a second click does nothing. */
  pending?: boolean
  pendingLabel?: string
  ref?: Ref<HTMLButtonElement>
}

/** A target of 44 px or more. */
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
      // Not `disabled`: that would drop the focus of whoever pressed it by keyboard.
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      onMouseDown={(event) => {
        // A field that is left says what is wrong with it, which moves a button below from under the pointer: the
        // press would miss it. Submitting checks every field anyway, so the one being typed in keeps the focus.
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
