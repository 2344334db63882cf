import { clsx } from 'clsx'
import ChevronDown from 'lucide-react/icons/chevron-down'
import X from 'lucide-react/icons/x'
import { useId, type ReactNode } from 'react'
import { formatDate } from '@/core/dates'
import { participantIn } from '@/core/model'
import { isCharged, packageOf, choosePackage, packageOptions, type PackageOption } from '@/credits/charge'
import { NO_PACKAGE, OUTSIDE_VALIDITY } from '@/credits/texts'
import { expiryText } from '@/packages/rules'
import { DATA_RIGHTS } from '@/rights/texts'
import { Button } from '@/ui/button'
import { Field } from '@/ui/fields/field'
import { Select } from '@/ui/fields/select'
import { attendanceOf, wantsFeedback } from '../lesson-form'
import { AttendanceChoice, feedbackSummary, OptionalFeedback } from '../participant-fields'
import type { ParticipantForm } from '../session.schema'
import { SESSION_MESSAGES } from '../texts'
import type { SessionEdit } from './use-session-edit'

/** One participant of the edited lesson: package and feedback. */
export function StudentEdit({
  edit,
  at,
  participant,
  name,
  open,
  onOpen,
  onRemove,
}: {
  edit: SessionEdit
  /** The participant's index in the form. */
  at: number
  participant: ParticipantForm
  name: string
  /** Whether the feedback is unfolded. */
  open: boolean
  onOpen: (open: boolean) => void
  onRemove: () => void
}) {
  const { form, values, seen, isCancelled } = edit
  const { studentId } = participant
  const stored = participantIn(seen, studentId)
  const onChange = (change: Partial<ParticipantForm>) =>
    form.setValue('participants', values.participants.with(at, { ...participant, ...change }), {
      shouldDirty: true,
      shouldValidate: form.formState.isSubmitted,
    })
  const errors = form.formState.errors.participants?.[at]?.feedback
  const wanted = wantsFeedback(participant, stored)
  const attendance = attendanceOf(participant, stored)
  const absence = attendance === 'excused' ? 'Não usa crédito.' : 'Falta cobrada: usa 1 crédito.'
  const erased = stored?.feedback ? ' O feedback registrado será apagado.' : ''
  return (
    <div
      role="group"
      aria-label={name}
      className={clsx('rounded-xl border bg-paper p-3', errors && !open ? 'border-bad' : 'border-line')}
    >
      <div className="flex items-start justify-between gap-2">
        <h4 className="line-clamp-2 min-w-0 py-2.5 text-base font-bold leading-tight [overflow-wrap:anywhere]">
          {name}
        </h4>
        <Button tone="ghost" size="icon" aria-label={`Remover ${name} da sessão`} onClick={onRemove}>
          <X aria-hidden="true" />
        </Button>
      </div>
      {!isCancelled && (
        <>
          <AttendanceChoice
            name={name}
            value={attendance}
            onChange={(chosen) => onChange({ attendance: chosen })}
            note={attendance === 'present' ? null : absence + erased}
          />
          {isCharged(attendance) && (
            <PackageField edit={edit} participant={participant} onChange={onChange} />
          )}
        </>
      )}
      {!isCancelled && attendance === 'present' && (
        // An anonymised student accepts no feedback (docs/product.md, 'Anonymising a student').
        <>
          {edit.anonymizedIds.has(studentId) ? (
            <p className="mt-3 mb-1 text-[15px] text-ink-soft">{DATA_RIGHTS.student.noFeedback}</p>
          ) : (
            <FoldedFeedback
              open={open}
              onOpen={onOpen}
              summary={wanted ? feedbackSummary(participant.feedback) : 'sem feedback'}
            >
              <OptionalFeedback
                name={`editar-${studentId}`}
                participant={participant}
                wanted={wanted}
                onChange={onChange}
                clubs={edit.clubs}
                errors={errors}
              />
            </FoldedFeedback>
          )}
        </>
      )}
    </div>
  )
}

function FoldedFeedback({
  open,
  onOpen,
  summary,
  children,
}: {
  open: boolean
  onOpen: (open: boolean) => void
  summary: string
  children: ReactNode
}) {
  const bodyId = useId()
  return (
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
          <span className="font-medium text-ink-soft">{open ? '' : ` · ${summary}`}</span>
        </span>
        <ChevronDown aria-hidden="true" className={clsx('transition-transform', open && 'rotate-180')} />
      </Button>
      <div id={bodyId} hidden={!open} className="pt-2">
        {open && children}
      </div>
    </>
  )
}

/**
 * Selects the package. An added participant starts with the one that registering would take, a kept one with its own.
 */
function PackageField({
  edit: { seen, facts: read, lessonDay },
  participant: { studentId, charge },
  onChange,
}: {
  edit: SessionEdit
  participant: ParticipantForm
  onChange: (change: Partial<ParticipantForm>) => void
}) {
  const stored = participantIn(seen, studentId)
  const order = read.data?.rules.package_order ?? 'oldest'
  const facts = read.data?.students.find(({ id }) => id === studentId)
  const options = facts ? packageOptions(facts, lessonDay, stored?.package_id ?? null) : []
  // Who was not charged is charged by the rule, like somebody who is added.
  const byRule = facts && choosePackage(facts.packages, lessonDay, order)?.id
  const preset = (stored && isCharged(stored.attendance) ? stored.package_id : byRule) ?? ''
  const value = charge === null ? preset : (packageOf(charge) ?? '')
  const chosen = options.find((option) => option.package.id === value)
  // Another device used the package's last credit, or deleted it, after it was chosen here.
  const isUnavailable = facts !== undefined && value !== '' && chosen === undefined
  return (
    <Field
      label="Pacote"
      className="mt-3"
      error={isUnavailable ? SESSION_MESSAGES.rules.packageEmpty : undefined}
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
            if (packageId === preset) onChange({ charge: null })
            else if (packageId === '') onChange({ charge: { kind: 'owed' } })
            else onChange({ charge: { kind: 'package', packageId, by: 'hand' } })
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
