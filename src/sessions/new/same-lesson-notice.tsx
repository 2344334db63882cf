import CalendarCheck from 'lucide-react/icons/calendar-check'
import { useEffect, useRef, type ComponentProps, type ReactNode, type Ref } from 'react'
import { SAME_LESSON as texts } from '@/agenda/answer-texts'
import { missingIn } from '@/agenda/answers'
import { useAnswer } from '@/agenda/use-answer'
import { timeOf } from '@/agenda/zone'
import { localDayOf } from '@/core/dates'
import { paths } from '@/core/paths'
import { Button } from '@/ui/button'
import { useLeaveAfterSave } from '@/ui/use-address'
import type { SameLesson } from './use-new-lesson'

/** Asks whether the lesson that is being typed is one of the agenda, or one that is already registered. */
export function SameLessonNotice({ same, onLeave }: { same: SameLesson; onLeave: () => void }) {
  const leave = useLeaveAfterSave()
  const answer = useAnswer()
  const { planned, existing, opened } = same
  const [first] = existing
  const question = useRef<HTMLDivElement>(null)
  const { isAsked, onAsked } = same
  // After each rendering, because the lesson for which saving was refused may be read only then.
  useEffect(() => {
    if (!isAsked || question.current === null) return
    question.current.focus()
    onAsked()
  })
  if (first) {
    const missing = opened ? missingIn(first, opened) : []
    const isTheSame = async () => {
      // Without a planned lesson to link, `first` answers the agenda already: nothing is registered.
      if (opened && (await answer.same(opened, first)) === null) return
      onLeave()
      await leave(paths.sessions.href({ day: localDayOf(first.starts_at.instant) }))
    }
    const names = first.students.map(({ name }) => name)
    return (
      <Question
        ref={question}
        text={texts.question(timeOf(first.starts_at), names)}
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
      </Question>
    )
  }
  if (planned === null) return null
  const time = timeOf(planned.occurrence.starts_at)
  const choice = (isSame: boolean): ComponentProps<typeof Button> => ({
    tone: planned.isSame === isSame ? 'court' : 'outline',
    size: 'sm',
    'aria-pressed': planned.isSame === isSame,
    onClick: () => same.sayPlanned(isSame),
  })
  return (
    <Question text={texts.planned(time)} more={planned.isSame ? texts.registeredAt(time) : null}>
      <Button {...choice(true)}>{texts.yes}</Button>
      <Button {...choice(false)}>{texts.no}</Button>
    </Question>
  )
}

interface QuestionProps {
  text: string
  more: string | null
  children: ReactNode
  ref?: Ref<HTMLDivElement>
}

const Question = ({ text, more, children, ref }: QuestionProps) => (
  <FormNotice label={text} ref={ref}>
    <p className="figures font-semibold">{text}</p>
    {more && <p className="figures text-[15px]">{more}</p>}
    <div className="mt-2 flex flex-wrap gap-2">{children}</div>
  </FormNotice>
)

interface FormNoticeProps {
  label?: string
  children: ReactNode
  ref?: Ref<HTMLDivElement> | undefined
}

/** A notice above the form's fields; with a label it is a group that can take the focus. */
export const FormNotice = ({ label, children, ref }: FormNoticeProps) => (
  <div
    {...(label && { role: 'group', 'aria-label': label, tabIndex: -1, ref })}
    className="mb-5 flex scroll-mt-4 items-start gap-3 rounded-lg bg-info-soft px-4 py-2.5 text-info"
  >
    <CalendarCheck className="mt-0.5 size-5 shrink-0" />
    <div className="min-w-0 [overflow-wrap:anywhere]">{children}</div>
  </div>
)
