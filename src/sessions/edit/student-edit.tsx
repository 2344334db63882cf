import { clsx } from 'clsx'
import X from 'lucide-react/icons/x'
import { useProfile } from '@/account/use-profile'
import { useKnownZone } from '@/agenda/use-time-zone'
import { saidBy } from '@/agreement/replies'
import { NoteButton, TakeBackButton } from '@/agreement/told-lines'
import { countOf } from '@/core/common-texts'
import { RATING } from '@/core/constants'
import { formatDate } from '@/core/dates'
import { participantIn, type SessionDetails, type SessionParticipant } from '@/core/model'
import { isCharged, packageOf, packageOptions, type PackageOption } from '@/credits/charge'
import { packageByRule } from '@/credits/plan-session'
import { NO_PACKAGE, OUTSIDE_VALIDITY } from '@/credits/texts'
import { expiryText } from '@/packages/rules'
import { ANONYMIZED } from '@/students/anonymized-texts'
import { Button } from '@/ui/button'
import { Field, Select } from '@/ui/fields/field'
import { attendanceOf, isUntouched, wantsFeedback } from '../lesson-form'
import { changedParticipant, ParticipantRoll, type ParticipantChange } from '../participant-fields'
import type { ParticipantForm } from '../session.schema'
import { SESSION_MESSAGES } from '../texts'
import type { SessionEdit } from './use-session-edit'

interface StudentEditProps {
  edit: SessionEdit
  /** The participant's index in the form. */
  at: number
  participant: ParticipantForm
  name: string
  /** 'Foco e notas' is unfolded. */
  open: boolean
  onOpen: (open: boolean) => void
  onRemove: () => void
}

/** One participant of the edited lesson: attendance, package and feedback. */
export function StudentEdit({ edit, at, participant, name, open, onOpen, onRemove }: StudentEditProps) {
  const { form, seen, newest, isCancelled } = edit
  const { studentId } = participant
  const stored = participantIn(seen, studentId)
  const told = participantIn(newest, studentId)
  const onChange = (change: ParticipantChange) => {
    const now = form.getValues('participants')
    form.setValue('participants', now.with(at, changedParticipant(now[at] ?? participant, change)), {
      shouldDirty: true,
      shouldValidate: form.formState.isSubmitted,
    })
  }
  const errors = form.formState.errors.participants?.[at]?.feedback
  const wanted = wantsFeedback(participant, stored)
  const attendance = attendanceOf(participant, stored)
  const came = !isCancelled && attendance === 'present'
  // An anonymised student accepts no feedback (docs/product.md, 'Anonymising a student').
  const canRate = came && !edit.anonymizedIds.has(studentId)
  const usual = stored ? RATING.newSession : RATING.addedInEdit
  const noteOf = () => {
    if (isCancelled) return null
    if (came) return canRate ? null : ANONYMIZED.noFeedback
    const absence = attendance === 'excused' ? 'Não usa crédito.' : 'Falta cobrada.'
    return absence + (stored?.feedback ? ' O feedback registrado será apagado.' : '')
  }
  return (
    <div
      className={clsx(
        '@container rounded-xl border bg-paper p-2 pl-3',
        errors ? 'border-bad' : 'border-line',
      )}
    >
      <ParticipantRoll
        name={`editar-${studentId}`}
        participant={participant}
        wanted={wanted}
        canRate={canRate}
        isDefault={!stored?.feedback && isUntouched(participant, usual)}
        onChange={onChange}
        open={open}
        onOpen={onOpen}
        clubs={edit.clubs}
        errors={errors}
        student={{ id: studentId, name }}
        attendance={isCancelled ? null : attendance}
        note={noteOf()}
      >
        <div className="flex flex-wrap items-end justify-end gap-1 pb-1">
          {!isCancelled && told && <SeatNote lesson={newest} seat={told} />}
          {!isCancelled && isCharged(attendance) && (
            <PackageField edit={edit} participant={participant} onChange={onChange} />
          )}
          <Button tone="ghost" size="icon" aria-label={`Tirar ${name} da aula`} onClick={onRemove}>
            <X />
          </Button>
        </div>
      </ParticipantRoll>
    </div>
  )
}

/** Selects the package. An added participant starts with the one that registering takes, a kept one with its own. */
function PackageField({
  edit: { seen, facts: read, lessonDay },
  participant: { studentId, charge },
  onChange,
}: {
  edit: SessionEdit
  participant: ParticipantForm
  onChange: (change: ParticipantChange) => void
}) {
  const stored = participantIn(seen, studentId)
  const facts = read.data?.students.find(({ id }) => id === studentId)
  const options = facts ? packageOptions(facts, lessonDay, stored?.package_id ?? null) : []
  // A student who was not charged before is charged by the rule, like an added one.
  const lesson = { op: 'update' as const, session: { id: seen.id }, lessonDay }
  const byRule = read.data && facts && packageByRule(read.data, facts, 'present', lesson)?.id
  const preset = (stored && isCharged(stored.attendance) ? stored.package_id : byRule) ?? ''
  const value = charge === null ? preset : (packageOf(charge) ?? '')
  const chosen = options.find((option) => option.package.id === value)
  // After the coach chose the package, another device used its last credit or deleted it.
  const isUnavailable = facts !== undefined && value !== '' && chosen === undefined
  return (
    <Field
      label="Pacote"
      className="min-w-0 grow basis-40"
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

/** The hint about a package that is not valid on the lesson's day; undefined if it is. */
function outsideValidityHint({ package: pkg, validity, current }: PackageOption): string | undefined {
  if (validity === 'valid') return undefined
  const day = validity === 'expired' ? expiryText(pkg) : formatDate(pkg.purchase_date)
  return [OUTSIDE_VALIDITY[validity](day), ...(current ? [OUTSIDE_VALIDITY.kept] : [])].join(' ')
}

function optionLabel({ package: pkg, validity, current }: PackageOption): string {
  const left = countOf(pkg.remaining_classes, 'restante', 'restantes')
  return [
    pkg.name,
    current ? `em uso, ${left}` : left,
    pkg.expiry_date === null
      ? 'validade começa na 1ª aula'
      : `${validity === 'expired' ? 'vencido em' : 'até'} ${formatDate(pkg.expiry_date)}`,
  ].join(' · ')
}

/**
 * In the edit of a lesson of the agenda: what the student told, which the coach can take back, or a button to note it,
 * also after the lesson.
 */
function SeatNote({ lesson, seat }: { lesson: SessionDetails; seat: SessionParticipant }) {
  useProfile()
  const zone = useKnownZone()
  const { slot_id, slot_date, date } = lesson
  const { student_id: id, student_name, told_at: at, told_by } = seat
  if (slot_id === null || slot_date === null || zone === null) return null
  const said = saidBy({ told_by, replied_at: at === null ? null : { instant: at, zone } })
  const student = { id, name: student_name ?? '', replied_at: at, told_by }
  const occurrence = { slot_id, slot_date, starts_at: { instant: date, zone }, students: [student] }
  return said === null ? (
    <NoteButton occurrence={occurrence} about={student.name} size="sm" className="px-2.5!" />
  ) : (
    <div className="mr-auto flex flex-wrap items-center self-center">
      <p className="figures text-[15px] text-ink-soft first-letter:uppercase">{said}</p>
      <TakeBackButton occurrence={occurrence} student={student} />
    </div>
  )
}
