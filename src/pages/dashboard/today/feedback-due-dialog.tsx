import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/overlay/dialog'
import { formatShortDay } from '@/domain/agenda/days'
import type { RecentGroup } from '@/domain/agenda/recent'
import { formatTime, localDayOf } from '@/domain/shared/dates'
import { TODAY } from '@/texts/agenda/today'
import { LessonFeedback } from './lesson-feedback'

const { feedback: texts } = TODAY

/** 'Feedback por dar': the lessons of the last 7 days, with those who have none yet. */
export function FeedbackDueDialog({ due, onClose }: { due: readonly RecentGroup[]; onClose: () => void }) {
  // As they were when it opened: a lesson stays in reach after its first star.
  const [lessons] = useState(due)
  return (
    <Dialog open onOpenChange={onClose} title={texts.title} description={texts.description}>
      <ul className="flex flex-col gap-5">
        {lessons.map(({ sessionId, date, students }) => (
          <li key={sessionId} className="flex flex-col gap-2">
            <h3 className="figures text-base first-letter:uppercase">
              {formatShortDay(localDayOf(date))}, {formatTime(date)}
            </h3>
            <LessonFeedback sessionId={sessionId} date={date} students={students} />
          </li>
        ))}
      </ul>
      <Button tone="main" className="mt-5 w-full" onClick={onClose}>
        {texts.done}
      </Button>
    </Dialog>
  )
}
