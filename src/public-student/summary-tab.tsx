import { clsx } from 'clsx'
import ChartColumn from 'lucide-react/icons/chart-column'
import Star from 'lucide-react/icons/star'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { useState, type ReactNode } from 'react'
import { ASKED_OPENING } from '@/agreement/planned'
import { StudentAgreement } from '@/agreement/student-agreement'
import { countOf } from '@/core/common-texts'
import { PAGE_SIZES } from '@/core/constants'
import { formatDate, toLocalDate } from '@/core/dates'
import type { LocalDate } from '@/core/model'
import { formatBRL } from '@/core/prices'
import {
  expiredCredits,
  firstToExpire,
  isUsable,
  packageStatus,
  startText,
  upcomingCredits,
  usableCredits,
} from '@/packages/rules'
import { PixCode } from '@/payments/pix/pix-code'
import { RatingChart } from '@/sessions/rating-chart'
import { formatRating, meanRating } from '@/sessions/ratings'
import { creditTone } from '@/students/rules'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { CreditBalls } from '@/ui/credit-balls'
import { CourtDrawing } from '@/ui/drawings'
import { optionalPart } from '@/ui/optional-part'
import { Stars } from '@/ui/stars'
import { Skeleton, EmptyState } from '@/ui/states'
import type { PublicSession, PublicStudentData } from './data'
import { lastNote, quoted } from './first-words'
import { CAPTION, HEADING, QUOTE } from './look'
import { NextLessons } from './next-lessons'
import type { OpeningsProps } from './openings-section'
import { wasThere } from './rules'
import { Streak } from './streak'
import { PUBLIC_STUDENT } from './texts'

const { evolution: texts } = PUBLIC_STUDENT

/** Loaded when the student asks for it. */
const Evolution = optionalPart(
  () => import('./evolution-section'),
  'Evolution',
  <Skeleton className="h-64 rounded-xl" />,
)

/** Loaded only if there are any. */
const Openings = optionalPart(
  () => import('./openings-section'),
  'Openings',
  <Skeleton className="h-52 rounded-xl" />,
)

/** 7:1 contrast on a card. */
const CREDIT_INK = { red: 'text-bad', yellow: 'text-caution', green: 'text-ink' } as const

/** Ratings in the chart at first, and at most (as many as in the coach's chart). */
const CHART_LESSONS = [5, 30] as const

type SummaryTabProps = OpeningsProps & { isSample: boolean; onFeedbacks: () => void }

/**
 * The first view has credits, next lesson, offered hours, open amount, figures and last notes; below is what can wait.
 */
export function SummaryTab({ data, now, isSample, onChanged, onFeedbacks }: SummaryTabProps) {
  const { student, packages, sessions } = data
  const today = toLocalDate(now)
  const [wantsMore, setWantsMore] = useState(false)
  const [most, setMost] = useState<number>(CHART_LESSONS[0])
  // The sample is prerendered, without a window.
  const [asked] = useState(() =>
    isSample ? null : new URLSearchParams(window.location.search).get(ASKED_OPENING),
  )
  // Once there were any, so that the answer about the last opening stays in sight, or if the address asks for one.
  const [hasOpenings, setHasOpenings] = useState(asked !== null)
  if (!hasOpenings && data.openings.length > 0) setHasOpenings(true)
  // Offered hours are read again: a place, or the student, may have become free, or the place was given back.
  const onAnswered = () => onChanged?.(hasOpenings)
  const ratings = sessions.flatMap(({ day: date, feedback }) =>
    feedback ? [{ date, rating: feedback.rating }] : [],
  )
  /** Lessons that were cancelled or missed are listed under 'Aulas', but not counted. */
  const held = sessions.filter(wasThere)
  const expired = expiredCredits(packages, today)
  const active = packages.filter((pkg) => packageStatus(pkg, today) === 'active').length
  return (
    // Narrow gaps, so that credits, next lesson, open amount, figures and notes fit into the first view of a phone.
    <div className="flex flex-col gap-2.5 md:gap-3">
      <Credits data={data} today={today} />
      {expired > 0 && <ExpiredCredits count={expired} />}
      {(data.next_lessons.length > 0 || data.uses_agenda) && (
        <NextLessons {...{ data, now, onAnswered }} onRefused={() => onChanged?.()} />
      )}
      {hasOpenings && <Openings {...{ data, now, asked, onChanged }} />}
      {data.open && <OpenAmount {...data.open} />}
      <dl className="grid grid-cols-3 gap-2.5 md:gap-3">
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
      <LastNote sessions={sessions} onAll={onFeedbacks} />
      {held.length > 0 && <Streak data={data} lessons={held} today={today} remembers={!isSample} />}
      {data.agreement && (
        <StudentAgreement
          agreement={data.agreement}
          rainDays={data.cancel_extension_days}
          link={student.id}
          zone={data.time_zone}
        />
      )}
      <section className="mt-4">
        <h2 className={HEADING}>Últimas Aulas</h2>
        <LatestLessons held={held.slice(0, PAGE_SIZES.publicLatestLessons)} isFirst={sessions.length === 0} />
      </section>
      {held.length > 1 && (
        <section className="mt-4">
          <h2 className={HEADING}>{texts.title}</h2>
          <Card className="flex flex-col gap-4">
            {ratings.length > CHART_LESSONS[0] && (
              <div role="group" aria-label={texts.chart} className="flex flex-wrap gap-2">
                {CHART_LESSONS.map((count) => (
                  <Button
                    key={count}
                    tone={count === most ? 'court' : 'outline'}
                    size="sm"
                    aria-pressed={count === most}
                    onClick={() => setMost(count)}
                  >
                    {texts.last(count)}
                  </Button>
                ))}
              </div>
            )}
            {ratings.length > 1 && <RatingChart ratings={ratings.slice(0, most).toReversed()} />}
            <Button
              size="sm"
              className="self-start"
              aria-expanded={wantsMore}
              onClick={() => setWantsMore(!wantsMore)}
            >
              <ChartColumn aria-hidden="true" />
              {texts.more}
            </Button>
            {wantsMore && <Evolution lessons={held} />}
          </Card>
        </section>
      )}
    </div>
  )
}

/** More than this are drawn as a bar. */
const MOST_BALLS = 24

/** The total credits, and as balls what is left of the packages that are valid today. */
function Credits({ data: { student, packages }, today }: { data: PublicStudentData; today: LocalDate }) {
  const total = student.total_credits
  const inUse = packages.filter((pkg) => isUsable(pkg, today))
  const left = usableCredits(packages, today)
  const of = inUse.reduce((sum, pkg) => sum + pkg.total_classes, 0)
  const notes = creditNotes(total, packages, today)
  return (
    <Card className="p-3! md:p-4!">
      <dl className="grid grid-cols-[auto_auto_1fr] items-baseline gap-x-2 gap-y-1.5">
        <dt className={clsx('col-span-full row-start-1 max-w-[50%]', CAPTION)}>Créditos Disponíveis</dt>
        <dd
          className={clsx(
            'figures row-start-2 text-4xl leading-none font-extrabold',
            CREDIT_INK[creditTone(total)],
          )}
        >
          {total}
        </dd>
        {left === total && left > 0 && (
          <dd className="figures row-start-2 text-[15px] text-ink-soft">{PUBLIC_STUDENT.creditsOf(of)}</dd>
        )}
        {notes.length > 0 && (
          <dd
            className={
              'figures col-span-full row-start-1 max-w-[50%] justify-self-end text-right text-sm ' +
              'leading-tight text-ink-soft'
            }
          >
            {notes.map((note) => (
              <span key={note} className="block">
                {note}
              </span>
            ))}
          </dd>
        )}
        {of > 0 && (
          <dd aria-hidden="true" className="col-start-3 row-start-2 ml-1 self-center">
            {of > MOST_BALLS ? (
              <span className="block h-3 overflow-hidden rounded-full bg-sunken">
                <span
                  className="block h-full rounded-full bg-accent"
                  style={{ width: `${Math.round((left / of) * 100)}%` }}
                />
              </span>
            ) : (
              <CreditBalls
                left={left}
                of={of}
                className="flex-wrap md:gap-1.5! [&>i]:size-4 md:[&>i]:size-5"
              />
            )}
          </dd>
        )}
      </dl>
    </Card>
  )
}

/** 'até 11/02/2027', '3 até 15/12/2026', '8 a partir de 05/12'. Without the number where it is the total. */
function creditNotes(total: number, packages: PublicStudentData['packages'], today: LocalDate): string[] {
  const partly = (credits: number, words: string) => (credits === total ? words : `${credits} ${words}`)
  const first = firstToExpire(packages, today)
  const upcoming = upcomingCredits(packages, today)
  return [
    ...(first ? [partly(first.credits, PUBLIC_STUDENT.validUntil(formatDate(first.day)))] : []),
    ...(upcoming > 0 ? [partly(upcoming, startText(packages, today))] : []),
  ]
}

interface FigureProps {
  label: string
  value: ReactNode
  /** Stands beside the figure. */
  note?: ReactNode
}

const Figure = ({ label, value, note }: FigureProps) => (
  <Card className="flex min-w-0 flex-wrap content-between items-center gap-x-1.5 gap-y-1 p-2.5! sm:p-3! md:p-4!">
    <dt className={clsx('basis-full max-sm:text-[13px]', CAPTION)}>{label}</dt>
    <dd className="figures text-2xl leading-none font-extrabold md:text-3xl">{value}</dd>
    {note && <dd className="figures text-sm leading-tight text-ink-soft">{note}</dd>}
  </Card>
)

/** How many of the total are expired (docs/product.md, 'Total and usable credits'). */
const ExpiredCredits = ({ count }: { count: number }) => (
  <p
    className={
      'figures flex items-start gap-2 rounded-lg bg-warn-soft px-3.5 py-2.5 text-[15px] font-semibold ' +
      'text-warn'
    }
  >
    <TriangleAlert className="mt-px size-5 shrink-0" aria-hidden="true" />
    {countOf(count, 'crédito está em pacote expirado', 'créditos estão em pacotes expirados')}
  </p>
)

/** What the student owes, and how to pay it (docs/product.md, 'PIX'). */
const OpenAmount = ({ amount, pix }: NonNullable<PublicStudentData['open']>) => (
  <section aria-labelledby="em-aberto">
    <Card className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 p-3! md:p-4!">
      <div>
        <h2 id="em-aberto" className={CAPTION}>
          {PUBLIC_STUDENT.open.title}
        </h2>
        <p className="figures mt-1 text-2xl leading-none font-extrabold">{formatBRL(amount)}</p>
      </div>
      {pix ? (
        <PixCode pix={pix} charge={{ amount }} reader="student" />
      ) : (
        <p className="text-[15px] text-ink-soft">{PUBLIC_STUDENT.open.ask}</p>
      )}
    </Card>
  </section>
)

/** `isFirst`: no lesson was ever registered, not even a missed one. */
function LatestLessons({ held, isFirst }: { held: readonly PublicSession[]; isFirst: boolean }) {
  const { first, lessons, held: none } = PUBLIC_STUDENT.empty
  if (isFirst) return <EmptyState drawing={<CourtDrawing />} title={first} description={lessons} />
  if (held.length === 0) return <Card className="py-6 text-center text-ink-soft">{none}</Card>
  return (
    <Card className="py-1">
      <ul className="divide-y divide-line">
        {held.map(({ id, day, teacher, feedback }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
            <div className="min-w-0">
              <p className="figures font-bold">{formatDate(day)}</p>
              <p className="line-clamp-2 text-[15px] text-ink-soft">{teacher}</p>
            </div>
            {feedback && <Stars rating={feedback.rating} />}
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The coach's newest feedback notes as a quote, with the tags and a button to all feedback. Nothing without notes. */
function LastNote({ sessions, onAll }: { sessions: readonly PublicSession[]; onAll: () => void }) {
  const last = lastNote(sessions)
  if (!last) return null
  return (
    <section aria-labelledby="ultimo-feedback">
      <Card className="p-3! md:p-4!">
        <div className="flex items-center justify-between gap-3">
          <h2 id="ultimo-feedback" className={CAPTION}>
            {PUBLIC_STUDENT.note.title}
          </h2>
          <button
            type="button"
            onClick={onAll}
            className={
              '-my-3 -mr-2 min-h-11 rounded-lg px-2 text-sm font-bold underline underline-offset-4 ' +
              'hover:bg-sunken'
            }
          >
            {PUBLIC_STUDENT.note.all}
          </button>
        </div>
        <figure className="mt-2">
          <blockquote className={QUOTE}>{quoted(last.notes)}</blockquote>
          <figcaption className="figures mt-2 flex flex-wrap items-center gap-1.5 text-[15px] text-ink-soft">
            <span className="mr-1">
              — {last.teacher}, {formatDate(last.day)}
            </span>
            {last.tags.map((tag) => (
              <Badge key={tag} tone="info">
                {tag}
              </Badge>
            ))}
          </figcaption>
        </figure>
      </Card>
    </section>
  )
}
