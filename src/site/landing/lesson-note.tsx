import { clsx } from 'clsx'
import type { LessonExample } from '../landing-texts'
import { Check, StarRow } from './icons'

const SURFACES: Record<string, string> = { L: 'bg-duro text-white', M: 'bg-saibro text-white' }

/** An example session, exposed to screen readers as one image. */
export function LessonNote({ lesson, className }: { lesson: LessonExample; className?: string }) {
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

/** Credits as balls: remaining ones filled, used ones as outlines. */
export function CreditBalls({ left, of, className }: { left: number; of: number; className?: string }) {
  return (
    <span className={clsx('flex gap-1', className)} aria-hidden="true">
      {Array.from({ length: of }, (_, at) => (
        <i
          key={at}
          className={clsx(
            'size-3.5 rounded-full border-[1.5px]',
            at < left ? 'border-court bg-ball' : 'border-line-strong',
          )}
        />
      ))}
    </span>
  )
}
