import CalendarPlus from 'lucide-react/icons/calendar-plus'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { placeOf } from '@/agenda/zone'
import { toast } from '@/lib/browser/toast'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { useNow } from '@/ui/use-now'
import type { PublicStudentData } from './data'
import { plannedFor, readsOtherClock } from './next-lessons'
import { PUBLIC_STUDENT } from './texts'

const { next } = PUBLIC_STUDENT

export const HEADING = 'mb-2 text-xl md:mb-3'

/** When the student plays next, and the file that a calendar opens. */
export function NextLessons({ data }: { data: PublicStudentData }) {
  const { student, teacher, next_lessons: lessons } = data
  const [first, ...later] = lessons
  const now = useNow()
  const save = async () => {
    try {
      // Loaded on demand: few visits need it.
      const [{ lessonCalendar }, { downloadFile }] = await Promise.all([
        import('./lesson-calendar'),
        import('@/lib/browser/download'),
      ])
      const calendar = await lessonCalendar(lessons, {
        link: student.id,
        title: next.event(teacher.name),
        now: new Date(),
      })
      downloadFile(next.fileName, calendar, 'text/calendar')
    } catch (error) {
      console.error(error)
      toast({ title: next.failed, tone: 'error' })
    }
  }
  return (
    <section aria-labelledby="proximas">
      <h2 id="proximas" className={HEADING}>
        {next.title}
      </h2>
      {first ? (
        <Card className="flex flex-col gap-3">
          <p>
            <span className="figures block text-lg font-extrabold first-letter:uppercase">
              {plannedFor(first, now)}
            </span>
            <span className="block text-[15px] text-ink-soft [overflow-wrap:anywhere]">
              {next.place(first.minutes, first.club)}
            </span>
            {lessons.some(readsOtherClock) && (
              <span className="block text-[15px] text-ink-soft">
                {next.zone(placeOf(first.starts_at.zone))}
              </span>
            )}
          </p>
          {later.length > 0 && (
            // Folded, so that what is owed stays near the top.
            <details className="group border-t border-line pt-1">
              <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 font-semibold">
                {next.later(later.length)}
                <ChevronDown
                  aria-hidden="true"
                  className="size-5 shrink-0 transition-transform group-open:rotate-180"
                />
              </summary>
              <ul className="divide-y divide-line">
                {later.map((lesson) => (
                  <li key={lesson.starts_at.instant} className="py-2.5">
                    <span className="figures block font-bold first-letter:uppercase">
                      {plannedFor(lesson, now)}
                    </span>
                    <span className="block text-[15px] text-ink-soft [overflow-wrap:anywhere]">
                      {next.place(lesson.minutes, lesson.club)}
                    </span>
                  </li>
                ))}
              </ul>
            </details>
          )}
          <Button tone="outline" size="sm" className="self-start" onClick={() => void save()}>
            <CalendarPlus aria-hidden="true" />
            {next.add}
          </Button>
        </Card>
      ) : (
        <Card className="py-6 text-center text-ink-soft">{next.none}</Card>
      )}
    </section>
  )
}
