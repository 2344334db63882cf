import { clsx } from 'clsx'
import ChevronDown from 'lucide-react/icons/chevron-down'
import X from 'lucide-react/icons/x'
import { useId } from 'react'
import { formatDate } from '@/core/dates'
import {
  participantIn,
  type Club,
  type LocalDate,
  type SessionDetails,
  type SessionParticipant,
} from '@/core/model'
import {
  isCharged,
  packageOf,
  type ChosenCharge,
  choosePackage,
  packageOptions,
  type PackageOption,
} from '@/credits/charge'
import type { CoachRules, StudentFacts } from '@/credits/plan-types'
import { NO_PACKAGE, OUTSIDE_VALIDITY } from '@/credits/texts'
import { expiryText } from '@/packages/rules'
import { DATA_RIGHTS } from '@/rights/data-rights-texts'
import { Button } from '@/ui/button'
import { Field } from '@/ui/fields/field'
import { Select } from '@/ui/fields/select'
import { AttendanceChoice } from '../attendance-choice'
import { COURT } from '../court-texts'
import { FeedbackFields } from '../feedback-fields'
import { OptionalFeedback } from '../optional-feedback'
import { attendanceOf, wantsFeedback } from '../session-edit'
import type { EditedParticipantForm } from '../session.schema'
import { SESSION_MESSAGES } from '../texts'

const { rules } = SESSION_MESSAGES

/** One participant of the edited session: package and feedback. */
export function StudentEdit({
  participant,
  onChange,
  name,
  seen,
  facts,
  order,
  cancelled,
  lessonDay,
  errors,
  clubs,
  isAnonymized,
  open,
  onOpen,
  onRemove,
}: {
  participant: EditedParticipantForm
  onChange: (participant: EditedParticipantForm) => void
  name: string
  seen: SessionDetails
  facts: StudentFacts | undefined
  order: CoachRules['package_order']
  /** The lesson did not happen: nothing is asked about the student. */
  cancelled: boolean
  lessonDay: LocalDate
  errors: { notes: string | undefined; privateNotes: string | undefined }
  clubs: readonly Club[]
  /** An anonymised student accepts no feedback (docs/product.md, 'Anonymising a student'). */
  isAnonymized: boolean
  open: boolean
  onOpen: (open: boolean) => void
  onRemove: () => void
}) {
  const bodyId = useId()
  const { studentId, charge, feedback } = participant
  const attendance = attendanceOf(participant, seen)
  const withFeedback = wantsFeedback(participant, seen)
  const isStored = Boolean(participantIn(seen, studentId)?.feedback)
  return (
    <div
      role="group"
      aria-label={name}
      className={clsx(
        'rounded-xl border bg-paper p-3',
        (errors.notes ?? errors.privateNotes) && !open ? 'border-bad' : 'border-line',
      )}
    >
      <div className="flex items-start justify-between gap-2">
        <h4 className="line-clamp-2 min-w-0 py-2.5 text-base font-bold leading-tight [overflow-wrap:anywhere]">
          {name}
        </h4>
        <Button tone="ghost" size="icon" aria-label={`Remover ${name} da sessão`} onClick={onRemove}>
          <X aria-hidden="true" />
        </Button>
      </div>
      {!cancelled && (
        <>
          <AttendanceChoice
            name={name}
            value={attendance}
            onChange={(chosen) => onChange({ ...participant, attendance: chosen })}
          />
          <p role="status" className="px-1 text-[15px] text-ink-soft">
            {attendance !== 'present' && (
              <span className="block pt-2">
                {attendance === 'absent' ? COURT.credit.absentCharged : COURT.credit.excused}
                {isStored && ` ${COURT.feedback.removed}`}
              </span>
            )}
          </p>
        </>
      )}
      {!cancelled && isCharged(attendance) && (
        <div className="mt-3">
          <PackageField
            stored={participantIn(seen, studentId)}
            facts={facts}
            order={order}
            lessonDay={lessonDay}
            charge={charge}
            onCharge={(chosen) => onChange({ ...participant, charge: chosen })}
          />
        </div>
      )}
      {cancelled || attendance !== 'present' ? null : isAnonymized ? (
        <p className="mt-3 mb-1 text-[15px] text-ink-soft">{DATA_RIGHTS.student.noFeedback}</p>
      ) : (
        <>
          <Button
            tone="ghost"
            size="sm"
            className="mt-1 -mb-1 w-full justify-between! px-0! text-left"
            aria-expanded={open}
            aria-controls={bodyId}
            onClick={() => onOpen(!open)}
          >
            <span className="min-w-0 truncate">
              Feedback
              <span className="font-medium text-ink-soft">
                {open ? '' : ` · ${withFeedback ? summaryOf(feedback) : COURT.feedback.none.toLowerCase()}`}
              </span>
            </span>
            <ChevronDown aria-hidden="true" className={clsx('transition-transform', open && 'rotate-180')} />
          </Button>
          <div id={bodyId} hidden={!open} className="pt-2">
            {open && (
              <OptionalFeedback
                withFeedback={withFeedback}
                onChange={(wanted) => onChange({ ...participant, withFeedback: wanted })}
              >
                <FeedbackFields<EditedParticipantForm['feedback']>
                  name={`editar-${studentId}`}
                  value={feedback}
                  onChange={(next) => onChange({ ...participant, feedback: next })}
                  clubs={clubs}
                  errors={errors}
                />
              </OptionalFeedback>
            )}
          </div>
        </>
      )}
    </div>
  )
}

/**
 * Selects the package. An added participant starts with the one that registering would take, a kept one with its own.
 */
function PackageField({
  stored,
  facts,
  order,
  lessonDay,
  charge,
  onCharge,
}: {
  stored: SessionParticipant | undefined
  facts: StudentFacts | undefined
  order: CoachRules['package_order']
  lessonDay: LocalDate
  /** null while the coach has not changed the preselection. */
  charge: ChosenCharge | null
  onCharge: (charge: ChosenCharge | null) => void
}) {
  const options = facts ? packageOptions(facts, lessonDay, stored?.package_id ?? null) : []
  // Who was not charged is charged by the rule, like somebody who is added.
  const preset =
    stored && isCharged(stored.attendance)
      ? (stored.package_id ?? '')
      : ((facts && choosePackage(facts.packages, lessonDay, order)?.id) ?? '')
  const value = charge === null ? preset : (packageOf(charge) ?? '')
  const chosen = options.find((option) => option.package.id === value)
  // Another device used the package's last credit, or deleted it, after it was chosen here.
  const isUnavailable = facts !== undefined && value !== '' && chosen === undefined
  return (
    <Field
      label="Pacote"
      error={isUnavailable ? rules.packageEmpty : undefined}
      hint={
        facts && options.length === 0
          ? 'Este aluno não tem pacotes com créditos'
          : chosen && outsideValidityHint(chosen)
      }
    >
      {(aria) => (
        <Select
          {...aria}
          disabled={facts === undefined}
          value={facts ? value : ''}
          placeholder={facts ? NO_PACKAGE : 'Carregando pacotes...'}
          options={[
            ...options.map((option) => ({ value: option.package.id, label: optionLabel(option) })),
            ...(isUnavailable ? [{ value, label: stored?.package?.name ?? 'Pacote escolhido' }] : []),
          ]}
          onChange={({ target: { value: packageId } }) => {
            if (packageId === preset) onCharge(null)
            else onCharge(packageId === '' ? { kind: 'owed' } : { kind: 'package', packageId, by: 'hand' })
          }}
        />
      )}
    </Field>
  )
}

/** Undefined if the package is valid on the session's day. */
function outsideValidityHint({ package: pkg, validity, current }: PackageOption): string | undefined {
  if (validity === 'valid') return undefined
  const day = validity === 'expired' ? expiryText(pkg) : formatDate(pkg.purchase_date)
  return [OUTSIDE_VALIDITY[validity](day), ...(current ? [OUTSIDE_VALIDITY.kept] : [])].join(' ')
}

function optionLabel({ package: pkg, validity, current }: PackageOption): string {
  const left = `${pkg.remaining_classes} ${pkg.remaining_classes === 1 ? 'restante' : 'restantes'}`
  return [
    pkg.name,
    current ? `em uso, ${left}` : left,
    pkg.expiry_date === null
      ? 'validade começa na 1ª aula'
      : `${validity === 'expired' ? 'vencido em' : 'até'} ${formatDate(pkg.expiry_date)}`,
  ].join(' · ')
}

function summaryOf({ rating, tags, notes, privateNotes }: EditedParticipantForm['feedback']): string {
  return [
    `${rating} ${rating === 1 ? 'estrela' : 'estrelas'}`,
    `${notes}${privateNotes}`.trim() === '' ? '' : 'com notas',
    tags.join(', '),
  ]
    .filter(Boolean)
    .join(' · ')
}
