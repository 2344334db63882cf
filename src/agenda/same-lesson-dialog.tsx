import { Button } from '@/ui/button'
import { Dialog } from '@/ui/overlay/dialog'
import { SAME_LESSON as texts } from './answer-texts'
import { missingIn } from './answers'
import type { useAnswer } from './use-answer'
import { timeOf } from './zone'

/** Asks before a lesson is registered beside one that may be the same (docs/product.md, 'The same lesson twice'). */
export function SameLessonDialog({
  answer: { asked, answering, same, held, dismiss },
  onAnswered = () => {},
}: {
  answer: ReturnType<typeof useAnswer>
  onAnswered?: () => void
}) {
  if (asked === null) return null
  const { occurrence, lessons } = asked
  const saving = answering.size > 0
  const answerBy = (answered: ReturnType<typeof held>) => void answered.then((done) => done && onAnswered())
  return (
    <Dialog open onOpenChange={dismiss} title={texts.title} description={texts.noCredit}>
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
                onClick={() => answerBy(same(occurrence, lesson))}
              >
                {texts.same}
              </Button>
            </li>
          )
        })}
      </ul>
      <Button
        className="mt-3 w-full"
        pending={saving}
        onClick={() =>
          answerBy(
            held(
              occurrence,
              lessons.map(({ id }) => id),
            ),
          )
        }
      >
        {texts.other}
      </Button>
    </Dialog>
  )
}
