import { MessageCircle } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { occurrenceKey, type Occurrence } from '@/domain/agenda/agenda'
import { timeIn } from '@/domain/agenda/zone'
import { formatLongDate } from '@/domain/shared/dates'
import { chatLink } from '@/domain/shared/phones'
import { useStudents } from '@/hooks/students/use-students'
import { TODAY } from '@/texts/agenda/today'

const { tomorrow: texts } = TODAY

/** 'Amanhã': who comes at what time, each with a message that is ready to be sent. */
export function TomorrowDialog({
  occurrences,
  zone,
  onClose,
}: {
  /** Those of tomorrow that are planned; at least one. */
  occurrences: readonly Occurrence[]
  zone: string
  onClose: () => void
}) {
  const students = useStudents()
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={texts.title}
      description={occurrences[0] ? formatLongDate(occurrences[0].day) : ''}
    >
      <ul className="flex flex-col gap-4">
        {occurrences.map((occurrence) => {
          const time = timeIn(zone, occurrence.starts_at)
          return (
            <li key={occurrenceKey(occurrence)} className="flex items-start gap-3">
              <p className="figures flex min-h-11 w-12 shrink-0 items-center font-extrabold">{time}</p>
              <ul className="flex min-w-0 flex-1 flex-col gap-1">
                {occurrence.students.map(({ id, name }) => {
                  const chat = chatLink(students.data?.find((student) => student.id === id)?.phone)
                  return (
                    <li key={id} className="flex min-h-11 items-center justify-between gap-3">
                      <span className="line-clamp-2 min-w-0 font-semibold [overflow-wrap:anywhere]">
                        {name}
                      </span>
                      {chat ? (
                        <Button asChild tone="outline" size="sm" className="shrink-0 px-3">
                          <a
                            href={`${chat}?text=${encodeURIComponent(texts.message(name.split(' ')[0] ?? '', time))}`}
                            target="_blank"
                            rel="noopener noreferrer"
                            aria-label={texts.remindWho(name)}
                          >
                            <MessageCircle aria-hidden="true" />
                            {texts.remind}
                          </a>
                        </Button>
                      ) : (
                        students.data && (
                          <span className="shrink-0 text-[15px] text-ink-soft">{texts.withoutPhone}</span>
                        )
                      )}
                    </li>
                  )
                })}
              </ul>
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}
