import { countOf } from '@/core/common-texts'
import { formatMonth } from '@/core/dates'
import { formatRating } from '@/sessions/ratings'
import { evolutionOf, type HeldLesson, type Period } from './evolution'

const texts = {
  byMonth: 'Por mês',
  byTag: 'Por foco da aula',
  lessons: (count: number) => countOf(count, 'aula', 'aulas'),
  mean: (rating: string) => `nota ${rating}`,
}

const MONTHS = 12
const TAGS = 10

/** Number and mean rating of lessons, by month and by tag. Loaded when the student asks for it. */
export function Evolution({ lessons }: { lessons: readonly HeldLesson[] }) {
  const { months, tags } = evolutionOf(lessons)
  return (
    <div className="flex flex-col gap-5">
      <Periods
        title={texts.byMonth}
        periods={months
          .slice(0, MONTHS)
          .map(({ month, ...period }) => ({ name: formatMonth(month), ...period }))}
      />
      {tags.length > 0 && (
        <Periods
          title={texts.byTag}
          periods={tags.slice(0, TAGS).map(({ tag, ...period }) => ({ name: tag, ...period }))}
        />
      )}
    </div>
  )
}

function Periods({ title, periods }: { title: string; periods: readonly (Period & { name: string })[] }) {
  const most = Math.max(...periods.map(({ lessons }) => lessons))
  return (
    <section>
      <h3 className="mb-2 text-base">{title}</h3>
      <ul aria-label={title} className="flex flex-col gap-2.5">
        {periods.map(({ name, lessons, mean }) => (
          <li key={name}>
            <p className="flex flex-wrap justify-between gap-x-3 text-[15px]">
              <span className="min-w-0 font-semibold [overflow-wrap:anywhere] first-letter:uppercase">
                {name}
              </span>
              <span className="figures text-ink-soft">
                {texts.lessons(lessons)}
                {mean !== null && ` · ${texts.mean(formatRating(mean))}`}
              </span>
            </p>
            <span aria-hidden="true" className="mt-1 block h-2 rounded-full bg-sunken">
              <span
                className="block h-full rounded-full bg-mark"
                style={{ width: `${Math.round((lessons / most) * 100)}%` }}
              />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
