import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ReactNode } from 'react'
import { LessonReply, type LessonReplyProps } from './lesson-reply'
import { canReplyNow } from './lessons'
import { LESSON_REPLY as texts } from './visit-texts'

/** A lesson after the next one: one line, whose buttons come on a tap. */
export function LaterLesson({ children, ...props }: LessonReplyProps & { children: ReactNode }) {
  const { lesson, now, isAsked } = props
  if (lesson.reply === null && !canReplyNow(lesson, now)) return <div className="py-2.5">{children}</div>
  return (
    <details className="group/later" open={isAsked}>
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 py-2.5">
        <span className="min-w-0">{children}</span>
        <span className="flex shrink-0 items-center gap-1 text-[15px] font-semibold text-info">
          {lesson.reply === null ? texts.reply : texts.short[lesson.reply]}
          <ChevronDown
            aria-hidden="true"
            className="size-5 transition-transform group-open/later:rotate-180"
          />
        </span>
      </summary>
      <div className="pt-1 pb-3">
        <LessonReply {...props} />
      </div>
    </details>
  )
}
