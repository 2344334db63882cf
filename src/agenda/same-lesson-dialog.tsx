import { Button } from '@/ui/button'
import { Dialog } from '@/ui/overlay/dialog'
import type { AgendaLesson, Occurrence } from './rules'
import { missingIn } from './same-lesson'
import { SAME_LESSON as texts } from './same-lesson-texts'
import { timeOf } from './zone'

/** Asks before a lesson of the agenda is registered beside one that may be the same (docs/product.md, 'The same lesson twice'). */
export function SameLessonDialog({
  occurrence,
  lessons,
  saving,
  onSame,
  onOther,
  onClose,
}: {
  occurrence: Occurrence
  /** At least one, the nearest first. */
  lessons: readonly AgendaLesson[]
  saving: boolean
  onSame: (lesson: AgendaLesson) => void
  onOther: () => void
  onClose: () => void
}) {
  return (
    <Dialog open onOpenChange={onClose} title={texts.title} description={texts.noCredit}>
      <ul className="flex flex-col gap-4">
        {lessons.map((lesson) => {
          const time = timeOf(lesson.starts_at)
          const missing = missingIn(lesson, occurrence)
          return (
            <li key={lesson.id} className="flex flex-col gap-2">
              <p className="figures font-semibold [overflow-wrap:anywhere]">
                {texts.question(
                  time,
                  lesson.students.map(({ name }) => name),
                )}
              </p>
              {missing.length > 0 && <p className="text-[15px] text-ink-soft">{texts.missing(missing)}</p>}
              <Button
                tone="main"
                pending={saving}
                pendingLabel={texts.saving}
                {...(lessons.length > 1 && { 'aria-label': `${texts.same}: ${time}` })}
                onClick={() => onSame(lesson)}
              >
                {texts.same}
              </Button>
            </li>
          )
        })}
      </ul>
      <Button tone="outline" className="mt-3 w-full" disabled={saving} onClick={onOther}>
        {texts.other}
      </Button>
    </Dialog>
  )
}
