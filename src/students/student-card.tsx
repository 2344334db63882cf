import { clsx } from 'clsx'
import ChevronRight from 'lucide-react/icons/chevron-right'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import Mail from 'lucide-react/icons/mail'
import Phone from 'lucide-react/icons/phone'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { memo } from 'react'
import { Link } from 'react-router-dom'
import { formatDate, localDayOf } from '@/core/dates'
import type { LocalDate, StudentWithCredits } from '@/core/model'
import { paths } from '@/core/paths'
import { displayPhone } from '@/core/phones'
import { creditWords } from '@/credits/credit-state'
import { DATA_RIGHTS } from '@/rights/texts'
import { Avatar } from '@/ui/avatar'
import { Badge } from '@/ui/badge'
import { CREDIT_INK, OwedText } from './owed-text'
import { CLASSE_LABELS, STUDENT_STATUS_LABELS, STUDENT_TYPE_BADGES } from './rules'

type StudentCardProps = { student: StudentWithCredits; today: LocalDate }

/** One student of the list (docs/product.md, 'Students list'). The whole card links to the profile. */
export const StudentCard = memo(function StudentCard({ student, today }: StudentCardProps) {
  const phone = displayPhone(student.phone)
  return (
    <Link
      to={paths.studentProfile.href({ id: student.id })}
      className="flex h-full flex-col rounded-xl border border-line bg-surface p-4 shadow-card hover:border-line-strong active:bg-sunken"
    >
      <div className="flex items-start gap-3">
        <Avatar of={student} />
        <div className="min-w-0 flex-1">
          <h2 className="line-clamp-2 text-[17px]">{student.name}</h2>
          <div className="mt-1.5 flex flex-wrap gap-1.5">
            {student.anonymized_at === null ? (
              <>
                {student.status === 'inactive' && (
                  <Badge className="border border-line-strong">{STUDENT_STATUS_LABELS.inactive}</Badge>
                )}
                <Badge tone="info">{CLASSE_LABELS[student.classe]}</Badge>
                <Badge>{STUDENT_TYPE_BADGES[student.type]}</Badge>
              </>
            ) : (
              <Badge className="figures border border-line-strong">
                {DATA_RIGHTS.student.anonymizedSince(formatDate(localDayOf(student.anonymized_at)))}
              </Badge>
            )}
          </div>
        </div>
        <ChevronRight className="mt-0.5 size-5 shrink-0 text-ink-soft" />
      </div>
      <div className="mt-auto flex flex-wrap items-end gap-x-3 gap-y-2 pt-3">
        <div className="flex min-w-0 grow basis-38 flex-col gap-1 text-[15px] text-ink-soft">
          {phone !== '' && (
            <div className="flex min-w-0 items-center gap-2">
              <Phone className="size-4 shrink-0" />
              <span className="figures truncate">{phone}</span>
            </div>
          )}
          {student.email && (
            <div className="flex min-w-0 items-center gap-2">
              <Mail className="size-4 shrink-0" />
              <span className="truncate">{student.email}</span>
            </div>
          )}
        </div>
        <Credits student={student} today={today} />
      </div>
    </Link>
  )
})

function Credits({ student, today }: { student: StudentWithCredits; today: LocalDate }) {
  const words = creditWords(student, today)
  const { sentence, tone, aside } = words
  return (
    <div className="ml-auto flex flex-col items-end gap-1.5">
      {aside.map(({ text, tone: look }) => (
        <Badge key={text} tone={look} className="figures">
          {look === 'warn' && <TriangleAlert className="size-4" />}
          {text}
        </Badge>
      ))}
      <span
        className={clsx(
          'figures flex items-center gap-1.5 text-right text-[17px] font-extrabold',
          CREDIT_INK[tone],
        )}
      >
        {tone === 'red' && <CircleAlert className="size-5 shrink-0" />}
        <span>{sentence}</span>
      </span>
      <OwedText words={words} className="text-[15px]" />
    </div>
  )
}
