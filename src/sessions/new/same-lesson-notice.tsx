import CalendarCheck from 'lucide-react/icons/calendar-check'
import type { ReactNode } from 'react'
import { missingIn } from '@/agenda/same-lesson'
import { SAME_LESSON as texts } from '@/agenda/same-lesson-texts'
import { useAnswer } from '@/agenda/use-answer'
import { timeOf } from '@/agenda/zone'
import { paths } from '@/core/paths'
import { Button } from '@/ui/button'
import { useLeaveAfterSave } from '@/ui/use-address'
import type { SameLesson } from './use-same-lesson'

/** Asks whether the lesson that is being typed is one of the agenda, or one that is registered already. */
export function SameLessonNotice({ same, onLeave }: { same: SameLesson; onLeave: () => void }) {
  const leave = useLeaveAfterSave()
  const answer = useAnswer()
  const { planned, existing, answered } = same
  const [first] = existing
  if (first) {
    const missing = answered ? missingIn(first, answered) : []
    const isTheSame = async () => {
      // Of an answered lesson of the agenda there is nothing to register: the coach is led to it.
      if (answered && (await answer.same(answered, first)) === null) return
      onLeave()
      await leave(paths.sessions.href({ day: first.day }))
    }
    return (
      <Notice
        question={texts.question(
          timeOf(first.starts_at),
          first.students.map(({ name }) => name),
        )}
        more={missing.length > 0 ? texts.missing(missing) : texts.noCredit}
      >
        <Button
          size="sm"
          pending={answer.answering.size > 0}
          pendingLabel={texts.saving}
          onClick={() => void isTheSame()}
        >
          {texts.same}
        </Button>
        <Button tone="outline" size="sm" onClick={same.sayOther}>
          {texts.other}
        </Button>
      </Notice>
    )
  }
  if (planned === null) return null
  const time = timeOf(planned.occurrence.starts_at)
  return (
    <Notice question={texts.planned(time)} {...(planned.isSame && { more: texts.registeredAt(time) })}>
      <Button
        tone={planned.isSame ? 'court' : 'outline'}
        size="sm"
        aria-pressed={planned.isSame}
        onClick={() => same.sayPlanned(true)}
      >
        {texts.yes}
      </Button>
      <Button
        tone={planned.isSame ? 'outline' : 'court'}
        size="sm"
        aria-pressed={!planned.isSame}
        onClick={() => same.sayPlanned(false)}
      >
        {texts.no}
      </Button>
    </Notice>
  )
}

function Notice({ question, more, children }: { question: string; more?: string; children: ReactNode }) {
  return (
    <div
      role="group"
      aria-label={question}
      className="mb-5 flex items-start gap-3 rounded-lg bg-info-soft px-4 py-2.5 text-info"
    >
      <CalendarCheck className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p className="figures font-semibold">{question}</p>
        {more && <p className="figures text-[15px]">{more}</p>}
        <div className="mt-2 flex flex-wrap gap-2">{children}</div>
      </div>
    </div>
  )
}
