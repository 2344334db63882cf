import { startTransition, useOptimistic, type ButtonHTMLAttributes, type Ref } from 'react'
import { buttonLook, type ButtonLook } from './button-look'

export interface ButtonProps
  extends ButtonHTMLAttributes<HTMLButtonElement>, Pick<ButtonLook, 'tone' | 'size'> {
  /** True while the button's action is under way: shows progress and ignores further clicks. */
  pending?: boolean
  /** Replaces the label while pending, at once: in the frame of the tap, before the rest of the screen renders. */
  pendingLabel?: string | undefined
  ref?: Ref<HTMLButtonElement> | undefined
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
  const [isPending, setPending] = useOptimistic(pending)
  return (
    <button
      type={type}
      className={buttonLook({ tone, size, className })}
      disabled={disabled}
      // Not `disabled`, which would drop the keyboard focus.
      aria-disabled={isPending || undefined}
      aria-busy={isPending || undefined}
      onMouseDown={(event) => {
        // Keeps the focus. Otherwise validation on blur inserts an error message and moves the button from under the
        // pointer, so the click misses. Submitting validates every field anyway.
        if (type === 'submit') event.preventDefault()
        onMouseDown?.(event)
      }}
      onClick={(event) => {
        if (isPending) event.preventDefault()
        else if (onClick === undefined || pendingLabel === undefined) onClick?.(event)
        else
          startTransition(() => {
            setPending(true)
            onClick(event)
          })
      }}
      {...rest}
    >
      {isPending && pendingLabel ? pendingLabel : children}
    </button>
  )
}
