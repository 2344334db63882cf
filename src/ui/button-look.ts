import { clsx } from 'clsx'

const TONES = {
  /** A screen's main action. While a screen has one, the sidebar's button is toned down (`main-action`). */
  main: 'main-action bg-ball text-ball-ink hover:bg-ball-deep',
  /** The main action before the coach has chosen anything for it. */
  early: 'bg-sunken text-ink-soft',
  court: 'bg-court text-court-ink hover:bg-court/85',
  outline: 'border-[1.5px] border-line-strong bg-transparent text-ink hover:bg-sunken',
  ghost: 'bg-transparent text-ink hover:bg-sunken',
  /** On a court-green background. */
  glass: 'bg-white/12 text-court-ink hover:bg-white/20',
  danger: 'bg-bad-solid text-white hover:brightness-90',
} as const

const SIZES = {
  md: 'min-h-12 px-5 py-1.5 text-base',
  sm: 'min-h-11 px-4 py-1.5 text-[15px]',
  icon: 'min-h-11 min-w-11 p-0',
} as const

export interface ButtonLook {
  tone?: keyof typeof TONES | undefined
  size?: keyof typeof SIZES | undefined
  className?: string | undefined
}

/** The classes of a button, for Button and, on public pages, for links that need none of its code. */
export const buttonLook = ({ tone = 'outline', size = 'md', className }: ButtonLook): string =>
  clsx(
    'inline-flex items-center justify-center gap-2 rounded-lg text-center font-bold leading-tight',
    'disabled:opacity-55 aria-disabled:opacity-70 [&_svg]:size-5 [&_svg]:shrink-0',
    TONES[tone],
    SIZES[size],
    className,
  )
