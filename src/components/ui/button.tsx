import { Slot } from '@radix-ui/react-slot'
import { clsx } from 'clsx'
import type { ButtonHTMLAttributes, Ref } from 'react'

const TONES = {
  /** The one action that matters on a screen. */
  main: 'bg-ball text-ball-ink hover:bg-ball-deep',
  court: 'bg-court text-court-ink hover:bg-court-deep',
  outline: 'border-[1.5px] border-line-strong bg-transparent text-ink hover:bg-sunken',
  ghost: 'bg-transparent text-ink hover:bg-sunken',
  /** On a court-green ground. */
  glass: 'bg-white/12 text-court-ink hover:bg-white/20',
  danger: 'bg-bad-solid text-white hover:brightness-90',
} as const

const SIZES = {
  md: 'min-h-12 px-5 text-base',
  sm: 'min-h-11 px-4 text-[15px]',
  icon: 'min-h-11 min-w-11 p-0',
} as const

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  tone?: keyof typeof TONES
  size?: keyof typeof SIZES
  /** Renders its only child (a link, say) with the look of a button. */
  asChild?: boolean
  /** True while the action it started is under way: it says so, and a second click does nothing. */
  pending?: boolean
  pendingLabel?: string
  ref?: Ref<HTMLButtonElement>
}

/** A target of 44 px or more (product.md 'Touch'). */
export function Button({
  tone = 'court',
  size = 'md',
  asChild = false,
  pending = false,
  pendingLabel,
  disabled,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const look = clsx(
    'inline-flex items-center justify-center gap-2 rounded-lg text-center font-bold leading-tight transition-colors',
    'disabled:opacity-55 aria-disabled:opacity-70 [&_svg]:size-5 [&_svg]:shrink-0',
    TONES[tone],
    SIZES[size],
    className,
  )
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
