import ChevronDown from 'lucide-react/icons/chevron-down'
import { useState } from 'react'
import { LessonReply, type LessonReplyProps } from '@/agreement/lesson-reply'
import { canReplyNow } from '@/agreement/lessons'
import type { PlannedLesson } from '@/agreement/planned'
import type { SendReply } from '@/agreement/use-lesson-replies'
import { LATER_REPLY } from '@/agreement/visit-texts'
import { plannedFor } from './rules'
import { PUBLIC_STUDENT } from './texts'

const { next: texts } = PUBLIC_STUDENT

type LaterLessonsProps = {
  id: string
  lessons: readonly (PlannedLesson & { key: string })[]
  /** Which of these the address asks for; -1: none. */
  asked: number
} & Omit<LessonReplyProps, 'lesson' | 'isAsked'>

/** The lessons after the next one, one line each, with buttons on a tap. Loaded when the student unfolds them. */
export const LaterLessons = ({ id, lessons, asked, ...replying }: LaterLessonsProps) => (
  <ul id={id} aria-label={texts.laterList} className="divide-y divide-line border-t border-line">
    {lessons.map((lesson, at) => (
      <li key={lesson.key}>
        <LaterLesson {...replying} lesson={lesson} isAsked={at === asked} />
      </li>
    ))}
  </ul>
)

function LaterLesson(props: LessonReplyProps) {
  const { lesson, now, readAt, isAsked } = props
  /** Why the reply was refused stands here also where there is nothing to reply to any more. */
  const [isRefused, setIsRefused] = useState(false)
  const send: SendReply = async (...reply) => {
    const why = await props.send(...reply)
    setIsRefused(why !== null)
    return why
  }
  const isClosed = lesson.reply === null && !canReplyNow(lesson, now, readAt)
  const line = (
    <span className="min-w-0">
      <span className="figures block font-bold">{plannedFor(lesson, now)}</span>
      <span className="figures block text-[15px] text-ink-soft">{texts.minutes(lesson.minutes)}</span>
    </span>
  )
  if (isClosed && !isRefused) return <div className="py-2.5">{line}</div>
  return (
    <details className="group/later" open={isAsked}>
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 py-2.5">
        {line}
        <span className="flex shrink-0 items-center gap-1 text-[15px] font-semibold text-info">
          {!isClosed && LATER_REPLY[lesson.reply ?? 'none']}
          <ChevronDown
            aria-hidden="true"
            className="size-5 transition-transform group-open/later:rotate-180"
          />
        </span>
      </summary>
      <div className="pt-1 pb-3">
        <LessonReply {...props} send={send} />
      </div>
    </details>
  )
}
