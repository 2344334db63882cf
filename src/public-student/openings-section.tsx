import { clsx } from 'clsx'
import CircleCheck from 'lucide-react/icons/circle-check'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { dayOf, placeOf } from '@/agenda/zone'
import { meansNow } from '@/agreement/lessons'
import { shortWhen } from '@/agreement/replies'
import { useVisits } from '@/agreement/use-visits'
import type { Uuid } from '@/core/model'
import type { Failure } from '@/core/result'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { useSingleFlight } from '@/ui/forms/use-single-flight'
import type { PublicOpening, PublicStudentData } from './data'
import { CAPTION } from './look'
import { MoreButton } from './more-button'
import { creditsThen, isMineBy, shownOpenings, type Answer } from './openings'
import { plannedFor, readsOtherClock } from './rules'
import { PUBLIC_STUDENT } from './texts'

/** Texts of an offered hour on the student's page (docs/product.md, 'Guests and openings'). */
const texts = {
  title: 'Horário disponível',
  until: (when: string) => `Responda até ${when}`,
  credit: (left: number) => `Usa 1 crédito (você tem ${left})`,
  noCredit: (hasLater: boolean) => `Sem crédito${hasLater ? ' nesse dia' : ''}: fica a pagar`,
  usedBefore: (left: number) =>
    left === 1
      ? 'Seu crédito já é de uma aula antes desta: fica a pagar'
      : `Seus ${left} créditos já são de aulas antes desta: fica a pagar`,
  /** What giving it back costs, shown before it is taken. */
  deadline: (when: string) => `Desistir depois de ${when} é cobrado`,
  late: 'Depois de aceitar, desistir é cobrado',
  unjudged: 'Para desistir, fale com o professor',
  take: 'Quero este horário',
  sending: 'Enviando...',
  gone: 'O horário deste link não está mais sendo oferecido a você. Se não está nas suas aulas, não está marcado.',
  full: 'Este horário já foi preenchido',
  taken: 'Este horário é seu.',
  more: (count: number) => `Mais ${count}`,
  others: (count: number) => (count === 1 ? 'horário' : 'horários'),
} as const

export interface OpeningsProps {
  data: PublicStudentData
  now: Date
  /** Called when the page's data is out of date, or with false if only data that is being read may be. */
  onChanged?: ((always?: boolean) => void) | undefined
}

/**
 * The hours that are offered to this student: the first one, and the others on a tap. Loaded only if there are any, or
 * if the address asks for one (`asked`).
 */
export function Openings({ data, now, asked, onChanged }: OpeningsProps & { asked: Uuid | null }) {
  const [answers, setAnswers] = useState<ReadonlyMap<Uuid, Answer>>(new Map())
  /** The newest, because the page may be read again between a tap and its answer. */
  const read = useRef(data.openings)
  useLayoutEffect(() => {
    read.current = data.openings
  })
  // The page says by itself that an hour is full, or the student's, as long as it is. A copy, because only a place that
  // was given belongs to what is shown (`isMineBy`).
  const told = data.openings.find(({ id, left, taken }) => (left === 0 || taken) && answers.get(id)?.refused)
  if (told) setAnswers(new Map([...answers, [told.id, { opening: { ...told }, refused: null }]]))
  const [wantsAll, setWantsAll] = useState(false)
  const list = useId()
  const section = useRef<HTMLElement>(null)
  const shown = shownOpenings(data.openings, data.next_lessons, answers, asked)
  const [first, ...others] = shown
  const isAsked = asked !== null && first?.id === asked
  useEffect(() => {
    if (isAsked) section.current?.scrollIntoView({ block: 'center' })
  }, [isAsked])
  const isGone = asked !== null && [...data.openings, ...shown].every(({ id }) => id !== asked)
  const gone = isGone && (
    <Card className="p-3! md:p-4!">
      <p className="text-[15px] font-semibold">{texts.gone}</p>
    </Card>
  )
  if (!first) return gone
  const about = {
    data,
    now,
    answers,
    onAnswered: (tapped: PublicOpening, refused: Failure | null) => {
      const opening = read.current.find(({ id }) => id === tapped.id) ?? tapped
      setAnswers((before) => new Map([...before, [opening.id, { opening, refused }]]))
      if (refused === null || refused.code === 'invalid') onChanged?.()
    },
  }
  return (
    <>
      {gone}
      <section ref={section} aria-labelledby="horario-disponivel">
        <Card className="flex flex-col gap-2.5 p-3! md:p-4!">
          <h2 id="horario-disponivel" className={clsx('-mb-1.5', CAPTION)}>
            {texts.title}
          </h2>
          <Opening key={first.id} opening={first} {...about} />
          {others.length > 0 && (
            <MoreButton
              words={texts.more(others.length)}
              spoken={texts.others(others.length)}
              list={list}
              isOpen={wantsAll}
              onToggle={setWantsAll}
            />
          )}
          {wantsAll && (
            <ul id={list} className="divide-y divide-line border-t border-line">
              {others.map((opening) => (
                <li key={opening.id} className="py-3">
                  <Opening opening={opening} {...about} />
                </li>
              ))}
            </ul>
          )}
        </Card>
      </section>
    </>
  )
}

function Opening({
  opening,
  data: { student, packages, package_order: order, unanswered, next_lessons, time_zone: zone, readAt },
  now,
  answers,
  onAnswered,
}: {
  opening: PublicOpening
  data: PublicStudentData
  now: Date
  answers: ReadonlyMap<Uuid, Answer>
  onAnswered: (opening: PublicOpening, refused: Failure | null) => void
}) {
  const visits = useVisits()
  const when = useId()
  const said = useRef<HTMLParagraphElement>(null)
  const [take, taking] = useSingleFlight(async () => {
    const result = await visits.take(student.id, opening.id)
    onAnswered(opening, result.success ? null : result)
    // The pressed button is gone.
    if (result.success) said.current?.focus()
  })
  const answer = answers.get(opening.id)
  const isMine = opening.taken || (answer !== undefined && isMineBy(answer, opening))
  const at = { instant: opening.starts_at, zone }
  const lesson = { starts_at: at, club: opening.club }
  const { valid, left } = creditsThen(packages, order, [...unanswered, ...next_lessons], at)
  const isPaid = left > 0
  const hasLater = packages.some((each) => each.purchase_date > dayOf(at) && each.remaining_classes > 0)
  const without = valid > 0 ? texts.usedBefore(valid) : texts.noCredit(hasLater)
  const isFull = opening.left === 0
  const asks = !isMine && !isFull
  const refused = (!isMine && answer?.refused) || null
  return (
    <div className="flex flex-col gap-2.5">
      <div>
        <p id={when} className="figures text-lg leading-snug font-extrabold">
          {plannedFor(lesson, now)}
        </p>
        <p className="figures text-[15px] text-ink-soft">
          {[
            PUBLIC_STUDENT.next.minutes(opening.minutes),
            asks && texts.until(shortWhen({ instant: opening.closes_at, zone })),
            readsOtherClock(lesson) && PUBLIC_STUDENT.next.zone(placeOf(zone)),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <p
        ref={said}
        tabIndex={-1}
        role="status"
        className={clsx('flex items-center gap-2 font-semibold text-ok outline-none', !isMine && 'sr-only')}
      >
        {isMine && (
          <>
            <CircleCheck aria-hidden="true" className="size-5 shrink-0" />
            {texts.taken}
          </>
        )}
      </p>
      {!isMine && isFull && refused === null && <p className="text-[15px] font-semibold">{texts.full}</p>}
      {asks && (
        <>
          <p className="figures text-[15px]">
            <span className={clsx('block font-semibold', !isPaid && 'text-warn')}>
              {isPaid ? texts.credit(valid) : without}
            </span>
            <GivingBack opening={opening} zone={zone} now={now} readAt={readAt} />
          </p>
          <Button
            tone="court"
            size="sm"
            aria-describedby={when}
            className="sm:self-start"
            pending={taking}
            pendingLabel={texts.sending}
            onClick={() => void take()}
          >
            {texts.take}
          </Button>
        </>
      )}
      <p role="alert" className={clsx('text-[15px] font-semibold text-bad', refused === null && 'hidden')}>
        {refused?.message}
      </p>
    </div>
  )
}

type GivingBackProps = { opening: PublicOpening; zone: string; now: Date; readAt: number }

/** What giving the place back costs, shown before it is taken. */
function GivingBack({ opening, zone, now, readAt }: GivingBackProps) {
  const { would_be, deadline: instant } = opening
  if (instant === null) return <span className="block">{texts.unjudged}</span>
  const deadline = { instant, zone }
  return meansNow({ would_be, deadline }, now, readAt) === 'late' ? (
    <span className="block font-semibold text-warn">{texts.late}</span>
  ) : (
    <span className="block">{texts.deadline(shortWhen(deadline))}</span>
  )
}
