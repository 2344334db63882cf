import { clsx } from 'clsx'
import CalendarPlus from 'lucide-react/icons/calendar-plus'
import ChartColumn from 'lucide-react/icons/chart-column'
import ChevronDown from 'lucide-react/icons/chevron-down'
import Star from 'lucide-react/icons/star'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { Suspense, useState, type ReactNode } from 'react'
import { placeOf } from '@/agenda/zone'
import { LaterLesson } from '@/agreement/later-lesson'
import { LessonReply } from '@/agreement/lesson-reply'
import { StudentAgreement } from '@/agreement/student-agreement'
import { useLessonReplies } from '@/agreement/use-visit'
import { PAGE_SIZES } from '@/core/constants'
import { formatDate } from '@/core/dates'
import type { LocalDate } from '@/core/model'
import { firstName } from '@/core/names'
import { formatBRL } from '@/core/prices'
import { startText } from '@/credits/credit-state'
import { toast } from '@/lib/browser/toast'
import { expiredCredits, firstToExpire, packageStatus, upcomingCredits } from '@/packages/rules'
import { PixCode } from '@/payments/pix/pix-code'
import { RatingChart } from '@/sessions/rating-chart'
import { formatRating, meanRating } from '@/sessions/ratings'
import { creditTone } from '@/students/rules'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { lazyPage } from '@/ui/lazy-page'
import { Skeleton } from '@/ui/skeleton'
import { Stars } from '@/ui/stars'
import { useNow } from '@/ui/use-now'
import type { PublicSession, PublicStudentData } from './data'
import { plannedFor, readsOtherClock, wasThere } from './rules'
import { PUBLIC_STUDENT } from './texts'

/** Loaded when the student asks for it. */
const Evolution = lazyPage(() => import('./evolution-section'), 'Evolution')

/** 7:1 contrast on a card. */
const CREDIT_INK = { red: 'text-bad', yellow: 'text-caution', green: 'text-ink' } as const

/** The same number as in the coach's chart. */
const CHART_LESSONS = 30

/** Four figures, the rating chart, and the newest lessons. */
export function SummaryTab({ data, today }: { data: PublicStudentData; today: LocalDate }) {
  const { student, packages, sessions } = data
  const [wantsMore, setWantsMore] = useState(false)
  const ratings = sessions.flatMap(({ date, feedback }) =>
    feedback ? [{ date, rating: feedback.rating }] : [],
  )
  /** A lesson that was cancelled or missed is listed under 'Aulas', and counted nowhere. */
  const held = sessions.filter(wasThere)
  const expired = expiredCredits(packages, today)
  const active = packages.filter((pkg) => packageStatus(pkg, today) === 'active').length
  const first = firstToExpire(packages, today)
  const upcoming = upcomingCredits(packages, today)
  /** Of all credits it is said without their number, which stands above. */
  const partly = (credits: number, words: string) =>
    credits === student.total_credits ? words : `${credits} ${words}`
  const notes: string[] = []
  if (first) notes.push(partly(first.credits, PUBLIC_STUDENT.validUntil(formatDate(first.day))))
  if (upcoming > 0) notes.push(partly(upcoming, startText(packages, today)))
  return (
    // Narrow, so that credits, next lesson and open amount are in the first view of a phone.
    <div className="flex flex-col gap-5 md:gap-6">
      <dl className="grid grid-cols-2 gap-2.5 md:grid-cols-4 md:gap-3">
        <Figure
          label="Créditos Disponíveis"
          value={student.total_credits}
          className={CREDIT_INK[creditTone(student.total_credits)]}
          note={
            notes.length > 0 &&
            notes.map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))
          }
        />
        <Figure label="Aulas Realizadas" value={held.length} />
        <Figure label="Pacotes Ativos" value={active} />
        <Figure
          label="Avaliação Média"
          value={formatRating(meanRating(ratings.map(({ rating }) => rating)))}
          note={
            ratings.length > 0 && (
              <Star
                aria-hidden="true"
                className="size-5 fill-ball stroke-court dark:stroke-ball"
                strokeWidth={1.75}
              />
            )
          }
        />
      </dl>
      {expired > 0 && <ExpiredCredits count={expired} />}
      {(data.next_lessons.length > 0 || data.uses_agenda) && <NextLessons data={data} />}
      {data.open && <OpenAmount {...data.open} />}
      {data.agreement && (
        <StudentAgreement
          agreement={data.agreement}
          rainDays={data.cancel_extension_days}
          link={student.id}
          zone={data.time_zone}
        />
      )}
      <section>
        <h2 className={HEADING}>Últimas Aulas</h2>
        {held.length > 0 ? (
          <LatestLessons sessions={held.slice(0, PAGE_SIZES.publicLatestLessons)} />
        ) : (
          <Card className="py-6 text-center text-ink-soft">
            {sessions.length > 0 ? PUBLIC_STUDENT.empty.held : PUBLIC_STUDENT.empty.lessons}
          </Card>
        )}
      </section>
      {held.length > 1 && (
        <section>
          <h2 className={HEADING}>{PUBLIC_STUDENT.evolution.title}</h2>
          <Card className="flex flex-col gap-4">
            {ratings.length > 1 && <RatingChart ratings={ratings.slice(0, CHART_LESSONS).toReversed()} />}
            <Button
              tone="outline"
              size="sm"
              className="self-start"
              aria-expanded={wantsMore}
              onClick={() => setWantsMore(!wantsMore)}
            >
              <ChartColumn aria-hidden="true" />
              {PUBLIC_STUDENT.evolution.more}
            </Button>
            {wantsMore && (
              <Suspense fallback={<Skeleton className="h-64 rounded-xl" />}>
                <Evolution lessons={held} today={today} />
              </Suspense>
            )}
          </Card>
        </section>
      )}
    </div>
  )
}

function Figure({
  label,
  value,
  className,
  note,
}: {
  label: string
  value: ReactNode
  className?: string
  /** Beside the figure. */
  note?: ReactNode
}) {
  return (
    <Card className="flex min-w-0 flex-wrap content-between items-baseline gap-x-2 gap-y-1 p-3! md:p-4!">
      <dt className="basis-full text-sm leading-tight text-ink-soft md:text-[15px]">{label}</dt>
      <dd className={clsx('figures text-3xl leading-none font-extrabold', className)}>{value}</dd>
      {note && <dd className="figures text-sm leading-tight text-ink-soft">{note}</dd>}
    </Card>
  )
}

/** The total includes expired credits, so say how many (docs/product.md, 'Total and usable credits'). */
function ExpiredCredits({ count }: { count: number }) {
  return (
    <p className="figures -mt-3 flex items-start gap-2 rounded-lg bg-warn-soft px-3.5 py-2.5 text-[15px] font-semibold text-warn">
      <TriangleAlert className="mt-px size-5 shrink-0" aria-hidden="true" />
      {count === 1 ? '1 crédito está em pacote expirado' : `${count} créditos estão em pacotes expirados`}
    </p>
  )
}

/** What the student owes, and how to pay it (docs/product.md, 'PIX'). */
function OpenAmount({ amount, pix }: NonNullable<PublicStudentData['open']>) {
  return (
    <section aria-labelledby="em-aberto">
      <h2 id="em-aberto" className={HEADING}>
        {PUBLIC_STUDENT.open.title}
      </h2>
      <Card className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="figures text-2xl leading-none font-extrabold md:text-3xl">{formatBRL(amount)}</p>
        {pix ? (
          <PixCode pix={pix} charge={{ amount }} reader="student" />
        ) : (
          <p className="text-ink-soft">{PUBLIC_STUDENT.open.ask}</p>
        )}
      </Card>
    </section>
  )
}

function LatestLessons({ sessions }: { sessions: readonly PublicSession[] }) {
  return (
    <Card className="py-1">
      <ul className="divide-y divide-line">
        {sessions.map(({ id, date, teacher, feedback }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
            <div className="min-w-0">
              <p className="figures font-bold">{formatDate(date)}</p>
              <p className="line-clamp-2 text-[15px] text-ink-soft">{teacher}</p>
            </div>
            {feedback && <Stars rating={feedback.rating} />}
          </li>
        ))}
      </ul>
    </Card>
  )
}

const { next } = PUBLIC_STUDENT

const HEADING = 'mb-2 text-xl md:mb-3'

/** When the student plays next, and the file that a calendar opens. */
function NextLessons({ data }: { data: PublicStudentData }) {
  const { student, teacher } = data
  const { lessons, asked, send } = useLessonReplies(data.next_lessons, student.id)
  const [first, ...later] = lessons
  const now = useNow()
  const replying = { name: firstName(student.name), now, send }
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
          <LessonReply lesson={first} {...replying} isAsked={asked === 0} />
          {later.length > 0 && (
            // Folded, so that what is owed stays near the top.
            <details className="group border-t border-line pt-1" open={asked > 0}>
              <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 font-semibold">
                {next.later(later.length)}
                <ChevronDown
                  aria-hidden="true"
                  className="size-5 shrink-0 transition-transform group-open:rotate-180"
                />
              </summary>
              <ul className="divide-y divide-line">
                {later.map((lesson, at) => (
                  <li key={`${lesson.slot_id} ${lesson.slot_date}`}>
                    <LaterLesson lesson={lesson} {...replying} isAsked={asked === at + 1}>
                      <span className="figures block font-bold first-letter:uppercase">
                        {plannedFor(lesson, now)}
                      </span>
                      <span className="block text-[15px] text-ink-soft [overflow-wrap:anywhere]">
                        {next.place(lesson.minutes, lesson.club)}
                      </span>
                    </LaterLesson>
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
