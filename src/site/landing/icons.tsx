import { clsx } from 'clsx'

/** Decorative icons of the landing pages. An icon library would be larger than all of them. */
interface IconProps {
  className?: string
}

function Icon({ d, className, filled = false }: IconProps & { d: string; filled?: boolean }) {
  return (
    <svg
      viewBox="0 0 24 24"
      className={clsx('shrink-0', className)}
      fill={filled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth={filled ? 0 : 2.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={d} />
    </svg>
  )
}

export const Check = (props: IconProps) => <Icon {...props} d="m5 13 4.5 4.5L19 7" />
export const Play = (props: IconProps) => (
  <Icon {...props} filled d="M8 5.6v12.8a1 1 0 0 0 1.5.9l10.2-6.4a1 1 0 0 0 0-1.8L9.5 4.7A1 1 0 0 0 8 5.6Z" />
)
export const Pause = (props: IconProps) => <Icon {...props} filled d="M7 5h3.5v14H7ZM13.5 5H17v14h-3.5Z" />

const STAR = 'm12 3.2 2.7 5.6 6.1.8-4.5 4.2 1.1 6.1-5.4-3-5.4 3 1.1-6.1-4.5-4.2 6.1-.8Z'

/** Stars in ball yellow, outlined so that they are visible on a light background. */
export function StarRow({ count, className }: { count: number; className?: string }) {
  return (
    <span className={clsx('flex', className)} aria-hidden="true">
      {[1, 2, 3, 4, 5].map((star) => (
        <svg
          key={star}
          viewBox="0 0 24 24"
          strokeWidth="1.75"
          strokeLinejoin="round"
          className={clsx(
            'size-[18px]',
            star <= count ? 'fill-ball stroke-court dark:stroke-ball' : 'fill-transparent stroke-line-strong',
          )}
        >
          <path d={STAR} />
        </svg>
      ))}
    </span>
  )
}

const BARS = [5, 9, 14, 8, 12, 18, 10, 6, 13, 17, 9, 14, 7, 11, 16, 8, 5, 10, 13, 6]

export function Waveform({ className }: IconProps) {
  return (
    <svg
      viewBox="0 0 120 20"
      className={className}
      stroke="currentColor"
      strokeWidth="3"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d={BARS.map((height, at) => `M${at * 6 + 3} ${10 - height / 2}v${height}`).join('')} />
    </svg>
  )
}
