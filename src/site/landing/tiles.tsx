import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { CreditBalls } from '@/ui/credit-balls'
import { Check, StarRow, VoiceMessage, type LandingTexts } from './examples'

interface TileProps {
  title: string
  text: string
  picture: ReactNode
  className: string
  /** The background is not a surface, and `className` sets the text colour too. */
  coloured?: boolean
}

/** A feature of the product. The small picture adds nothing to the words. */
const Tile = ({ title, text, picture, className, coloured = false }: TileProps) => (
  <li
    className={clsx(
      'flex min-w-0 flex-col justify-between gap-5 rounded-xl border border-line p-5 shadow-card',
      className,
    )}
  >
    <div aria-hidden="true" className="min-h-16 min-w-0">
      {picture}
    </div>
    <div>
      <h3 className="text-xl leading-tight">{title}</h3>
      <p className={clsx('mt-1.5 leading-snug', coloured ? 'opacity-95' : 'text-ink-soft')}>{text}</p>
    </div>
  </li>
)

/** A line of a small picture: a mark in the colours of `tone`, and words. */
const Row = ({ mark, tone, children }: { mark: string; tone: string; children: ReactNode }) => (
  <li className="flex items-center gap-2 text-[15px] leading-tight font-semibold">
    <span className={clsx('figures rounded-full px-2.5 py-0.5 text-[13px] font-bold', tone)}>{mark}</span>
    {children}
  </li>
)

const FEATURES = ['agent', 'feedback', 'credits', 'alerts', 'studentPage', 'month'] as const
type FeatureName = (typeof FEATURES)[number]

/** Background of each tile and its place in the grid on wide screens. */
const TILES: Record<FeatureName, string> = {
  agent: 'bg-court text-court-ink lg:col-span-2 dark:bg-court-deep',
  feedback: 'bg-surface',
  credits: 'bg-surface',
  alerts: 'bg-surface',
  studentPage: 'bg-duro text-white',
  month: 'bg-surface lg:col-span-2',
}

const ALERT_TONES = { bad: 'bg-bad-soft text-bad', warn: 'bg-warn-soft text-warn' } as const

export function FeatureList({ texts }: { texts: LandingTexts }) {
  const { title, lead, items } = texts.features
  const pictures = featurePictures(texts)
  return (
    <div className="mx-auto max-w-[1680px] px-4 pb-12 md:px-8 lg:py-14 xl:px-12">
      <h2 id="features-title" className="text-4xl font-black tracking-[-0.03em] md:text-5xl">
        {title}
      </h2>
      <p className="mt-3 max-w-2xl text-lg text-ink-soft">{lead}</p>
      <ul className="mt-7 grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {FEATURES.map((name) => (
          <Tile
            key={name}
            {...items[name]}
            picture={pictures[name]}
            className={TILES[name]}
            coloured={name === 'agent' || name === 'studentPage'}
          />
        ))}
      </ul>
    </div>
  )
}

function featurePictures({ lesson, voice, features }: LandingTexts): Record<FeatureName, ReactNode> {
  const { alerts, studentPage, month } = features.examples
  const [student] = lesson.students
  return {
    agent: (
      <div className="grid grid-cols-1 gap-3 md:grid-cols-2">
        <VoiceMessage voice={voice} className="self-start" />
        <ul className="grid content-start gap-1.5 text-[15px] font-semibold md:pt-3">
          {[student.name, student.focus.join(' · '), student.notes].map((line) => (
            <li key={line} className="flex gap-2 leading-snug">
              <Check className="mt-0.5 size-4 text-ball" />
              {line}
            </li>
          ))}
        </ul>
      </div>
    ),
    feedback: (
      <div className="grid justify-items-start gap-2.5">
        <StarRow count={student.stars} className="[&>svg]:size-7" />
        <p className="flex flex-wrap gap-1.5">
          {student.focus.map((focus) => (
            <span key={focus} className="rounded-full bg-sunken px-2.5 py-0.5 text-[13px] font-bold">
              {focus}
            </span>
          ))}
        </p>
      </div>
    ),
    credits: (
      <div>
        <CreditBalls
          left={lesson.credits.left}
          of={lesson.credits.of}
          className="max-w-56 [&>i]:aspect-square [&>i]:size-auto [&>i]:flex-1"
        />
        <p className="mt-2 text-[13px] font-bold text-ink-soft">{lesson.credits.text}</p>
      </div>
    ),
    alerts: (
      <ul className="grid gap-2">
        {alerts.map(({ tone, level, text }) => (
          <Row key={text} mark={level} tone={ALERT_TONES[tone]}>
            {text}
          </Row>
        ))}
      </ul>
    ),
    studentPage: (
      <div className="rounded-lg bg-[#071415]/35 p-3">
        <p className="text-[13px] font-semibold">{studentPage.of}</p>
        <p className="text-lg leading-tight font-extrabold">{studentPage.name}</p>
        <CreditBalls left={lesson.credits.left} of={lesson.credits.of} className="mt-2" />
      </div>
    ),
    month: (
      <p className="text-[13px] font-semibold text-ink-soft">
        <Revenue />
        {month.revenue}
      </p>
    ),
  }
}

const MONTHS = [18, 26, 23, 34, 41, 52]

const Revenue = () => (
  <svg viewBox="0 0 132 54" className="h-20" aria-hidden="true">
    {MONTHS.map((height, at) => (
      <rect
        key={height}
        x={at * 22}
        y={54 - height}
        width="16"
        height={height}
        rx="4"
        className={at === MONTHS.length - 1 ? 'fill-accent' : 'fill-line-strong'}
      />
    ))}
  </svg>
)
