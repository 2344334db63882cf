import CalendarPlus from 'lucide-react/icons/calendar-plus'
import { useId, useState } from 'react'
import { epochOf, minutesAfter, placeOf } from '@/agenda/zone'
import { LessonReply } from '@/agreement/lesson-reply'
import type { PlannedLesson } from '@/agreement/planned'
import { useLessonReplies } from '@/agreement/use-lesson-replies'
import { firstName } from '@/core/names'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { reloadWhenChunkIsGone } from '@/ui/lazy-page'
import { optionalPart } from '@/ui/optional-part'
import { useInBrowser } from '@/ui/use-in-browser'
import type { PublicStudentData } from './data'
import { CAPTION } from './look'
import { MoreButton } from './more-button'
import { daysUntil, plannedFor, readsOtherClock } from './rules'
import { PUBLIC_STUDENT } from './texts'

const { next: texts } = PUBLIC_STUDENT

/** Loaded when the student unfolds them. */
const LaterLessons = optionalPart(() => import('./later-lessons'), 'LaterLessons')

const isOver = ({ starts_at, minutes }: PlannedLesson, now: number) =>
  epochOf(minutesAfter(starts_at, minutes)) <= now

interface NextLessonsProps {
  data: PublicStudentData
  now: Date
  onAnswered?: () => void
  onRefused?: () => void
}

/** The student's next lesson with 'Vou' and 'Não vou', the later lessons on a tap, and a button for a calendar file. */
export function NextLessons({ data, now, onAnswered, onRefused }: NextLessonsProps) {
  const { student, teacher, readAt } = data
  const {
    lessons: read,
    asked: askedOfRead,
    send,
    gone,
  } = useLessonReplies(data.next_lessons, student.id, onAnswered, onRefused)
  // The page may stay open, or be returned to without a connection, after a lesson that was the next one. What was over
  // when it was read is over by a wrong clock.
  const lessons = read.filter((each) => !isOver(each, now.getTime()) || isOver(each, readAt))
  const asked = lessons.findIndex((each) => each === read[askedOfRead])
  const [first, ...later] = lessons
  const attended = lessons.filter(({ reply }) => reply !== 'not_coming')
  const [wantsLater, setWantsLater] = useState(asked > 0)
  const replying = { name: firstName(student.name), now, readAt, send }
  const list = useId()
  // False while prerendered: the visitor's clock is not known then.
  const isElsewhere = useInBrowser(() => lessons.some(readsOtherClock), false)
  const [failed, setFailed] = useState(false)
  const save = async () => {
    setFailed(false)
    try {
      // Loaded on demand, because few visits need them.
      const [{ lessonCalendar }, { downloadFile }] = await Promise.all([
        import('./lesson-calendar'),
        import('@/lib/browser/download'),
      ])
      const calendar = await lessonCalendar(attended, {
        link: student.id,
        title: texts.event(teacher.name),
        now,
      })
      downloadFile(texts.fileName, calendar, 'text/calendar')
    } catch {
      // Its files may be gone, as that of a reply may be.
      await reloadWhenChunkIsGone()
      setFailed(true)
    }
  }
  const about = first && [
    texts.inDays(daysUntil(first.starts_at, now)),
    texts.minutes(first.minutes),
    isElsewhere ? texts.zone(placeOf(first.starts_at.zone)) : null,
  ]
  return (
    <section aria-labelledby="proxima">
      <Card className="flex flex-col gap-2.5 p-3! md:p-4!">
        <div>
          <h2 id="proxima" className={CAPTION}>
            {texts.title}
          </h2>
          {first ? (
            <>
              <p className="figures mt-1 text-lg leading-snug font-extrabold">{plannedFor(first, now)}</p>
              <p className="figures text-[15px] text-ink-soft">{about?.filter(Boolean).join(' · ')}</p>
            </>
          ) : (
            <p className="mt-1 text-ink-soft">{texts.none}</p>
          )}
        </div>
        {first && <LessonReply key={first.key} lesson={first} {...replying} isAsked={asked === 0} />}
        {first && (
          <div className="flex flex-wrap gap-2 empty:hidden">
            {attended.length > 0 && (
              <Button size="sm" className="px-3!" onClick={() => void save()}>
                <CalendarPlus aria-hidden="true" />
                {texts.add}
              </Button>
            )}
            {later.length > 0 && (
              <MoreButton
                words={texts.more(later.length)}
                spoken={texts.lessons(later.length)}
                list={list}
                isOpen={wantsLater}
                onToggle={setWantsLater}
              />
            )}
          </div>
        )}
        {gone && (
          <p role="alert" className="figures text-[15px] font-semibold text-bad">
            {`${plannedFor(gone.lesson, now)}: ${gone.why}`}
          </p>
        )}
        {failed && (
          <p role="alert" className="text-[15px] font-semibold text-bad">
            {texts.failed}
          </p>
        )}
        {wantsLater && <LaterLessons id={list} lessons={later} asked={asked - 1} {...replying} />}
      </Card>
    </section>
  )
}
