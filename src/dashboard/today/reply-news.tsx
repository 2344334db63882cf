import UserCheck from 'lucide-react/icons/user-check'
import UserX from 'lucide-react/icons/user-x'
import { Link } from 'react-router-dom'
import { occurrenceKey } from '@/agenda/rules'
import { COACH_REPLIES as texts } from '@/agreement/coach-reply-texts'
import type { ReplyNews } from '@/agreement/news'
import { saidBy, shortWhen } from '@/agreement/replies'
import { useSeenWhenLeft } from '@/agreement/use-news'
import { paths } from '@/core/paths'

/** Replies of students about lessons to come, one line each, with a link to the lesson. */
export function ReplyNewsList({ news }: { news: readonly ReplyNews[] }) {
  useSeenWhenLeft(news)
  return (
    <ul aria-label={texts.news} className="mb-3 flex flex-col gap-1">
      {news.map(({ occurrence, student, at, kind, isNew }) => {
        const { day, starts_at } = occurrence
        const Icon = kind === 'sign' ? UserX : UserCheck
        const { zone } = starts_at
        const said = saidBy({ told_by: student.told_by ?? 'student', replied_at: { instant: at, zone } })
        return (
          <li key={`${occurrenceKey(occurrence)} ${student.id}`}>
            <Link
              to={paths.agenda.href({ day, occurrence })}
              className="flex min-h-11 items-center gap-2.5 rounded-lg bg-caution-soft px-3 py-1.5 text-[15px] leading-tight text-caution"
            >
              <Icon className="size-5 shrink-0" />
              <span className="figures min-w-0 flex-1 [overflow-wrap:anywhere]">
                <strong>{texts[kind](student.name)}</strong> {shortWhen(starts_at)} · {said}
              </span>
              {isNew && <span className="shrink-0 font-bold">{texts.new}</span>}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
