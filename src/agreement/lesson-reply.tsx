import { clsx } from 'clsx'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleX from 'lucide-react/icons/circle-x'
import { useEffect, useId, useLayoutEffect, useRef, useState, type Ref } from 'react'
import type { Failure } from '@/core/result'
import { Button } from '@/ui/button'
import { useSingleFlight } from '@/ui/forms/use-single-flight'
import { canReplyNow, meansNow } from './lessons'
import type { PlannedLesson } from './planned'
import { saidBy, shortWhen, type Reply } from './replies'
import type { SendReply } from './use-lesson-replies'
import { LESSON_REPLY as texts } from './visit-texts'

export interface LessonReplyProps {
  lesson: PlannedLesson
  /** The student's first name. */
  name: string
  now: Date
  /** When the page was read, by this device's clock. */
  readAt: number
  send: SendReply
  /** The address names this lesson, so it is scrolled into view. */
  isAsked: boolean
}

/** 'Vou' and 'Não vou' at a lesson, their deadline, and the reply that counts (docs/product.md, 'Replies'). */
export function LessonReply({ lesson, name, now, readAt, send, isAsked }: LessonReplyProps) {
  const [asking, setAsking] = useState(false)
  const [refused, setRefused] = useState<Failure | null>(null)
  const [sent, setSent] = useState<Reply['reply']>(null)
  // A reply whose answer was lost may be read later.
  if (refused && refused.code !== 'invalid' && lesson.reply === sent) setRefused(null)
  const hint = useId()
  const block = useRef<HTMLDivElement>(null)
  const notComing = useRef<HTMLButtonElement>(null)
  const said = useRef<HTMLParagraphElement>(null)
  const means = meansNow(lesson, now, readAt)
  const [reply, running] = useSingleFlight(async (word: NonNullable<Reply['reply']>) => {
    setSent(word)
    const why = await send(lesson, word, means)
    setRefused(why)
    setAsking(false)
    // The pressed button may be gone; without an answer 'Vou' is there.
    if (!why || why.code === 'invalid' || word === 'not_coming') said.current?.focus()
  })
  useEffect(() => {
    if (isAsked) block.current?.scrollIntoView({ block: 'center' })
  }, [isAsked])
  const canReply = canReplyNow(lesson, now, readAt)
  if (!canReply && lesson.reply === null && !refused) return null
  return (
    <div ref={block} className="flex flex-col gap-2.5">
      <Said lesson={lesson} ref={said} />
      {asking ? (
        <Question
          name={name}
          means={means}
          pending={running}
          onBack={() => {
            setAsking(false)
            requestAnimationFrame(() => notComing.current?.focus())
          }}
          onConfirm={() => void reply('not_coming')}
        />
      ) : (
        canReply && (
          <>
            {lesson.reply !== 'not_coming' && (
              <p
                id={hint}
                className={clsx('figures text-[15px]', means === 'late' && 'font-semibold text-warn')}
              >
                {means === 'late' || lesson.deadline === null
                  ? texts.late
                  : texts.deadline(shortWhen(lesson.deadline))}
              </p>
            )}
            <div className="flex flex-wrap gap-2 *:min-w-28">
              {lesson.reply !== 'coming' && (
                <Button
                  size="sm"
                  className="flex-1 sm:flex-none"
                  pending={running && sent === 'coming'}
                  pendingLabel={texts.sending}
                  onClick={() => void reply('coming')}
                >
                  {texts.coming}
                </Button>
              )}
              {lesson.reply !== 'not_coming' && (
                <Button
                  ref={notComing}
                  size="sm"
                  className="flex-1 sm:flex-none"
                  aria-describedby={hint}
                  onClick={() => {
                    setRefused(null)
                    setAsking(true)
                  }}
                >
                  {texts.notComing}
                </Button>
              )}
            </div>
          </>
        )
      )}
      <p role="alert" className={clsx('text-[15px] font-semibold text-bad', !refused && 'hidden')}>
        {refused?.message}
      </p>
    </div>
  )
}

/**
 * The reply that counts. It takes the focus of the button that sent it, so it is there, unseen, before any reply is.
 */
function Said({ lesson, ref }: { lesson: PlannedLesson; ref: Ref<HTMLParagraphElement> }) {
  const { reply, outcome } = lesson
  const isComing = reply === 'coming'
  const Icon = isComing ? CircleCheck : CircleX
  return (
    <p
      ref={ref}
      tabIndex={-1}
      role="status"
      className={clsx('figures flex items-start gap-2 outline-none', reply === null && 'sr-only')}
    >
      {reply !== null && (
        <>
          <Icon
            aria-hidden="true"
            className={clsx('mt-0.5 size-5 shrink-0', isComing ? 'text-ok' : 'text-ink-soft')}
          />
          <span className="min-w-0">
            <span className="block font-semibold">
              {isComing ? texts.said.coming : texts.said[outcome ?? 'unjudged']}
            </span>
            <span className="block text-sm text-ink-soft first-letter:uppercase">{saidBy(lesson)}</span>
          </span>
        </>
      )}
    </p>
  )
}

interface QuestionProps {
  name: string
  means: 'kept' | 'late' | null
  pending: boolean
  onBack: () => void
  onConfirm: () => void
}

/** The question before 'Não vou' is sent, with what it means. */
function Question({ name, means, pending, onBack, onConfirm }: QuestionProps) {
  const meaning = useId()
  const confirm = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => confirm.current?.focus(), [])
  return (
    <div
      role="group"
      aria-label={texts.ask(name)}
      className="unhurried flex flex-col gap-2.5 rounded-lg bg-sunken px-3.5 py-3"
    >
      <p id={meaning} className={clsx('font-semibold', means === 'late' && 'text-warn')}>
        {means !== null && texts.means[means]}{' '}
        <span className="block text-sm font-normal text-ink-soft">{texts.link}</span>
      </p>
      <div className="flex flex-col-reverse gap-2 min-[360px]:flex-row *:flex-1">
        <Button tone="ghost" size="sm" onClick={onBack}>
          {texts.back}
        </Button>
        <Button
          ref={confirm}
          tone="court"
          size="sm"
          aria-describedby={meaning}
          // A key that is held repeats its press, on the button that has the focus by then.
          onKeyDown={(event) => event.repeat && event.key === 'Enter' && event.preventDefault()}
          pending={pending}
          pendingLabel={texts.sending}
          onClick={onConfirm}
        >
          {texts.ask(name)}
        </Button>
      </div>
    </div>
  )
}
