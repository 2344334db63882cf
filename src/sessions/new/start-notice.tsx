import CalendarCheck from 'lucide-react/icons/calendar-check'
import { Link } from 'react-router-dom'
import { TODAY } from '@/agenda/answer-texts'
import { paths } from '@/core/paths'
import type { Start } from './session-draft'

const { form: texts } = TODAY

/** Says what filled the form in, and that the draft of an empty form is kept. */
export function StartNotice({ start, hasOtherDraft }: { start: Start; hasOtherDraft: boolean }) {
  return (
    <div className="mb-5 flex items-start gap-3 rounded-lg bg-info-soft px-4 py-2.5 text-info">
      <CalendarCheck className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p className="font-semibold">{start.notice}</p>
        {hasOtherDraft && (
          <p className="text-[15px]">
            {texts.draftKept}{' '}
            <Link
              to={paths.newSession.href()}
              className="inline-flex min-h-11 items-center font-bold underline underline-offset-4"
            >
              {texts.openDraft}
            </Link>
          </p>
        )}
      </div>
    </div>
  )
}
