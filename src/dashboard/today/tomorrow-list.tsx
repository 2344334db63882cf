import { occurrenceKey, type Occurrence } from '@/agenda/rules'
import { timeOf } from '@/agenda/zone'
import { notComing, stillExpected } from '@/agreement/coach-replies'
import { COACH_REPLIES } from '@/agreement/coach-reply-texts'
import { MessageButton } from '@/messages/message-button'
import { OpenedNote } from '@/messages/opened-note'
import { lessonRequests, plannedLesson } from '@/messages/requests'
import { useOpenedAt } from '@/messages/use-messages'

/** Tomorrow's students by time, each with a message that is ready to be sent. */
export function TomorrowList({ occurrences }: { occurrences: readonly Occurrence[] }) {
  const openedAt = useOpenedAt()
  return (
    <ul className="flex flex-col gap-4">
      {occurrences.map((occurrence) => (
        <li key={occurrenceKey(occurrence)} className="flex items-start gap-3">
          <p className="figures flex min-h-11 w-12 shrink-0 items-center font-extrabold">
            {timeOf(occurrence.starts_at)}
          </p>
          <ul className="flex min-w-0 flex-1 flex-col gap-1">
            {lessonRequests('tomorrow_lesson', plannedLesson(occurrence), stillExpected(occurrence)).map(
              (request) => (
                <li
                  key={request.student?.id}
                  className="flex min-h-11 flex-wrap items-center justify-between gap-x-3"
                >
                  <span className="min-w-0 flex-1">
                    <span className="line-clamp-2 font-semibold [overflow-wrap:anywhere]">
                      {request.student?.name}
                    </span>
                    <OpenedNote at={openedAt(request)} />
                  </span>
                  <MessageButton request={request} className="shrink-0 px-3" />
                </li>
              ),
            )}
            {notComing(occurrence).map(({ id, name }) => (
              <li key={id} className="py-2.5 text-ink-soft [overflow-wrap:anywhere]">
                {COACH_REPLIES.sign(name)}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}
