import { occurrenceKey, type Occurrence } from '@/agenda/rules'
import { TODAY } from '@/agenda/today-texts'
import { timeOf } from '@/agenda/zone'
import { formatLongDate } from '@/core/dates'
import { MessageButton, OpenedNote } from '@/messages/message-button'
import { lessonRequests, plannedLesson } from '@/messages/requests'
import { useOpenedAt } from '@/messages/use-messages'
import { Dialog } from '@/ui/overlay/dialog'

const { tomorrow: texts } = TODAY

/** 'Amanhã': who comes at what time, each with a message that is ready to be sent. */
export function TomorrowDialog({
  occurrences,
  onClose,
}: {
  /** Those of tomorrow that are planned; at least one. */
  occurrences: readonly Occurrence[]
  onClose: () => void
}) {
  const openedAt = useOpenedAt()
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={texts.title}
      description={occurrences[0] ? formatLongDate(occurrences[0].day) : ''}
    >
      <ul className="flex flex-col gap-4">
        {occurrences.map((occurrence) => {
          const time = timeOf(occurrence.starts_at)
          return (
            <li key={occurrenceKey(occurrence)} className="flex items-start gap-3">
              <p className="figures flex min-h-11 w-12 shrink-0 items-center font-extrabold">{time}</p>
              <ul className="flex min-w-0 flex-1 flex-col gap-1">
                {lessonRequests('tomorrow_lesson', plannedLesson(occurrence), occurrence.students).map(
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
              </ul>
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}
