import Share2 from 'lucide-react/icons/share-2'
import TrendingUp from 'lucide-react/icons/trending-up'
import { useEffect, useState } from 'react'
import { formatMonth } from '@/core/dates'
import type { LocalDate } from '@/core/model'
import { firstName } from '@/core/names'
import { readFlag, writeFlag } from '@/lib/storage/device-storage'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { Ball } from '@/ui/logo'
import { optionalPart } from '@/ui/optional-part'
import type { PublicStudentData } from './data'
import { type Achievement, achievementsOf, nameOf, focusOf, type HeldLesson, weeksInARow } from './evolution'
import type { ShareCard } from './share-card'
import { PUBLIC_STUDENT } from './texts'

const { streak: texts, achieved } = PUBLIC_STUDENT

/** Loaded when the student wants to share. */
const ShareDialog = optionalPart(() => import('./share-dialog'), 'ShareDialog')

interface StreakProps {
  data: PublicStudentData
  lessons: readonly HeldLesson[]
  today: LocalDate
  /** Each achievement is shown once on a device. The sample page remembers none and shows none. */
  remembers: boolean
}

/** '11 semanas seguidas · 11 aulas · foco do mês: Saque ↑', an achievement, and a card of them to share. */
export function Streak({ data, lessons, today, remembers }: StreakProps) {
  const { student, teacher } = data
  const achievement = useUnseen(remembers ? achievementsOf(lessons, today) : [], student.id)
  const [isSharing, share] = useState(false)
  const inARow = weeksInARow(lessons, today)
  const weeks = inARow > 1 ? inARow : null
  const focus = focusOf(lessons, today)
  const card: ShareCard = {
    name: firstName(student.name),
    teacher: teacher.name,
    sport: teacher.sport,
    weeks,
    lessons: lessons.length,
    focus: focus?.tag ?? null,
  }
  return (
    <section aria-labelledby="sequencia">
      <h2 id="sequencia" className="sr-only">
        {texts.title}
      </h2>
      <Card className="flex flex-col gap-2.5 p-3! md:p-4!">
        {achievement && (
          <p className="flex items-center gap-3 text-lg leading-tight font-extrabold">
            <Ball className="mt-3 size-7 shrink-0 animate-bounceball [animation-iteration-count:4]" />
            {wordsOf(achievement)}
          </p>
        )}
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2.5">
          <ul
            className={
              'figures flex min-w-0 flex-1 basis-36 flex-wrap gap-x-1.5 text-[15px] leading-snug font-bold ' +
              'max-sm:flex-col sm:*:not-last:after:ml-1.5 sm:*:not-last:after:text-ink-soft ' +
              `sm:*:not-last:after:content-['·']`
            }
          >
            {weeks !== null && <li>{texts.weeks(weeks)}</li>}
            <li>{texts.lessons(lessons.length)}</li>
            {focus && (
              <li>
                <span className="font-medium text-ink-soft">{texts.focus}</span> {focus.tag}
                {focus.rises && (
                  <>
                    {' '}
                    <TrendingUp aria-hidden="true" className="inline size-4 text-ok" strokeWidth={3} />
                    <span className="sr-only">{texts.rises}</span>
                  </>
                )}
              </li>
            )}
          </ul>
          <Button tone="court" size="sm" className="max-sm:px-3!" onClick={() => share(true)}>
            <Share2 aria-hidden="true" />
            {texts.share}
          </Button>
        </div>
      </Card>
      {isSharing && <ShareDialog card={card} onClose={() => share(false)} />}
    </section>
  )
}

function wordsOf(achievement: Achievement): string {
  if (achievement.kind !== 'month') return achieved[achievement.kind](achievement.count)
  return achieved.month(formatMonth(achievement.month).replace(/ de .*/, ''), achievement.count)
}

/** The first achievement that this device has not shown for this link, and from now on has. */
function useUnseen(achievements: readonly Achievement[], link: string): Achievement | null {
  // Only its end, because the link is a secret.
  const flagOf = (achievement: Achievement) => `conquista-${link.slice(-6)}-${nameOf(achievement)}`
  const [unseen] = useState(() => achievements.find((each) => !readFlag(flagOf(each))) ?? null)
  const flag = unseen && flagOf(unseen)
  useEffect(() => {
    if (flag) writeFlag(flag, true)
  }, [flag])
  return unseen
}
