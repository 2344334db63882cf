import { useState } from 'react'
import { formatShortDay } from '@/agenda/days'
import type { RecentGroup } from '@/agenda/recent'
import { TODAY } from '@/agenda/today-texts'
import { dayOf, timeOf } from '@/agenda/zone'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/overlay/dialog'
import { LessonFeedback } from './lesson-feedback'

const { feedback: texts } = TODAY

/** 'Feedback por dar': the lessons of the last 7 days, with those who have none yet. */
export function FeedbackDueDialog({
  due,
  zone,
  onClose,
}: {
  due: readonly RecentGroup[]
  /** The agenda's: times read as those of the rows behind the dialog. */
  zone: string
  onClose: () => void
}) {
  // As they were when it opened: a lesson stays in reach after its first star.
  const [lessons] = useState(due)
  return (
    <Dialog open onOpenChange={onClose} title={texts.title} description={texts.description}>
      <ul className="flex flex-col gap-5">
        {lessons.map(({ sessionId: id, date, students }) => {
          const at = { instant: date, zone }
          const lesson = { id, day: dayOf(at), time: timeOf(at) }
          return (
            <li key={id} className="flex flex-col gap-2">
              <h3 className="figures text-base first-letter:uppercase">
                {formatShortDay(lesson.day)}, {lesson.time}
              </h3>
              <LessonFeedback lesson={lesson} students={students} />
            </li>
          )
        })}
      </ul>
      <Button tone="main" className="mt-5 w-full" onClick={onClose}>
        {texts.done}
      </Button>
    </Dialog>
  )
}
