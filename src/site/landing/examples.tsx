import { clsx } from 'clsx'
import { CreditBalls } from '@/ui/credit-balls'
import type { LANDING_EN } from '../landing-en-texts'
import type { LANDING_PT } from '../landing-pt-texts'

export type LandingTexts = typeof LANDING_EN | typeof LANDING_PT

/** Decorative icons of the landing pages; an icon library would be larger than all of them. */
type IconProps = { className?: string }

const Icon = ({ d, className, filled = false }: IconProps & { d: string; filled?: boolean }) => (
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

export const Check = (props: IconProps) => <Icon {...props} d="m5 13 4.5 4.5L19 7" />
export const Play = (props: IconProps) => (
  <Icon {...props} filled d="M8 5.6v12.8a1 1 0 0 0 1.5.9l10.2-6.4a1 1 0 0 0 0-1.8L9.5 4.7A1 1 0 0 0 8 5.6Z" />
)
export const Pause = (props: IconProps) => <Icon {...props} filled d="M7 5h3.5v14H7ZM13.5 5H17v14h-3.5Z" />

const STAR = 'm12 3.2 2.7 5.6 6.1.8-4.5 4.2 1.1 6.1-5.4-3-5.4 3 1.1-6.1-4.5-4.2 6.1-.8Z'

/** Stars in ball yellow, with an outline that makes them visible on a light background. */
export const StarRow = ({ count, className }: { count: number; className?: string }) => (
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

const BARS = [5, 9, 14, 8, 12, 18, 10, 6, 13, 17, 9, 14, 7, 11, 16, 8, 5, 10, 13, 6]

const Waveform = ({ className }: IconProps) => (
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

const SURFACES: Record<string, string> = { L: 'bg-duro text-white', M: 'bg-saibro text-white' }

/** An example lesson, which screen readers read as one image. */
export function LessonNote({ lesson, className }: { lesson: LandingTexts['lesson']; className?: string }) {
  const { credits } = lesson
  return (
    <div
      role="img"
      aria-label={lesson.description}
      className={clsx('rounded-xl bg-surface p-4 text-[15px] text-ink shadow-lift', className)}
    >
      <p className="flex items-center gap-2 font-extrabold">
        <Check className="size-6 rounded-full bg-ok-soft p-1 text-ok" />
        {lesson.title}
        <span className="ml-auto text-[13px] font-semibold text-ink-soft">{lesson.when}</span>
      </p>
      {lesson.students.map(({ initial, name, stars, focus, notes }) => (
        <div key={name} className="mt-3 border-t border-line pt-3">
          <p className="flex items-center gap-2.5">
            <span
              className={clsx(
                'grid size-9 shrink-0 place-items-center rounded-sm font-extrabold',
                SURFACES[initial],
              )}
            >
              {initial}
            </span>
            <span className="min-w-0 leading-tight font-bold">{name}</span>
            <StarRow count={stars} className="ml-auto" />
          </p>
          <p className="mt-2.5 flex flex-wrap gap-1.5">
            {focus.map((skill) => (
              <span key={skill} className="rounded-full bg-sunken px-2.5 py-0.5 text-[13px] font-bold">
                {skill}
              </span>
            ))}
          </p>
          <p className="mt-2 leading-snug text-ink-soft">{notes}</p>
        </div>
      ))}
      <p className="mt-3 flex flex-wrap items-center gap-2 border-t border-line pt-3 text-[13px] font-bold">
        <CreditBalls left={credits.left} of={credits.of} />
        <span className="ml-auto text-right">{credits.text}</span>
      </p>
    </div>
  )
}

/** An example voice message with its transcript, also read as one image. */
export const VoiceMessage = ({ voice, className }: { voice: LandingTexts['voice']; className?: string }) => (
  <div
    role="img"
    aria-label={`${voice.description} “${voice.words}”`}
    className={clsx('rounded-xl rounded-br-sm bg-areia p-3 text-[15px] text-ball-ink', className)}
  >
    <p className="flex items-center gap-2.5">
      <Play className="size-9 rounded-full bg-ball-ink p-2 text-areia" />
      <Waveform className="h-5 w-0 flex-1" />
      <span className="figures text-[13px] font-bold">{voice.length}</span>
    </p>
    <p className="mt-2 leading-snug italic">{`“${voice.words}”`}</p>
  </div>
)
