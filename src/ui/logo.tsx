import { clsx } from 'clsx'

const SIZES = { sm: 'size-3', md: 'size-5', lg: 'size-8' } as const

type LoaderProps = { size?: keyof typeof SIZES; text?: string; fullScreen?: boolean }

/** Three bouncing tennis balls; `fullScreen` centres them on an empty page. */
export const Loader = ({ size = 'md', text, fullScreen = false }: LoaderProps) => (
  <div
    role="status"
    className={clsx('flex flex-col items-center justify-center gap-5', fullScreen ? 'min-h-dvh p-6' : 'p-6')}
  >
    <span className="flex items-end gap-2 pt-8" aria-hidden="true">
      {[0, 1, 2].map((ball) => (
        <Ball key={ball} className={clsx(SIZES[size], 'animate-bounceball')} delay={ball * 0.15} />
      ))}
    </span>
    {text ? (
      <span className="font-semibold text-ink-soft">{text}</span>
    ) : (
      <span className="sr-only">Carregando...</span>
    )}
  </div>
)

export const Ball = ({ className, delay }: { className?: string; delay?: number }) => (
  <svg
    viewBox="0 0 32 32"
    className={className}
    style={delay === undefined ? undefined : { animationDelay: `${delay}s` }}
    aria-hidden="true"
  >
    <circle cx="16" cy="16" r="15" fill="#dbf24a" stroke="#0f4a4b" strokeWidth="1.5" />
    <path
      d="M5.5 6.5c6 5 6 14 0 19M26.5 6.5c-6 5-6 14 0 19"
      fill="none"
      stroke="#0f4a4b"
      strokeWidth="2"
      strokeLinecap="round"
    />
  </svg>
)

export const Logo = ({ className, short = false }: { className?: string; short?: boolean }) => (
  <span className={clsx('inline-flex items-center gap-2 text-xl font-black tracking-tight', className)}>
    <Ball className="size-7 shrink-0" />
    <span className={short ? 'sr-only' : undefined}>Voleio</span>
  </span>
)
