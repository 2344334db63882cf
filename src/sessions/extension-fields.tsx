import { useEffect, useId, useState } from 'react'
import { countOf } from '@/core/common-texts'
import { formatDate } from '@/core/dates'
import { CANCELLED_REASONS, type CancelledReason, type Uuid } from '@/core/model'
import { extensionDays, type ExtensionOffer } from '@/credits/extensions'
import type { Extension } from '@/credits/intents'
import type { PlanResult } from '@/credits/plan-types'
import { Segmented } from '@/ui/fields/choices'
import { FieldError, Checkbox, Input } from '@/ui/fields/field'
import { ATTENDANCE } from './attendance-texts'
import { chosenExtension } from './lesson-form'
import { extensionDaysProblem, NO_EXTENSION, type LessonForm } from './session.schema'

const REASONS = CANCELLED_REASONS.map((value) => ({ value, label: ATTENDANCE.reasons[value] }))

interface ReasonChoiceProps {
  value: CancelledReason
  onChange: (reason: CancelledReason) => void
  /** All told not to come: another reason would excuse who told late. */
  isEmpty?: boolean | undefined
}

export function ReasonChoice({ value, onChange, isEmpty = false }: ReasonChoiceProps) {
  const isUnseen = isEmpty && value === 'other'
  // Chosen before the last of them told, it would stay chosen and be saved.
  useEffect(() => {
    if (isUnseen) onChange('rain')
  }, [isUnseen, onChange])
  return (
    <Segmented
      legend="Motivo"
      options={isEmpty ? REASONS.slice(0, -1) : REASONS}
      value={value}
      onChange={onChange}
      className="max-w-lg grid-cols-2"
    />
  )
}

type Named = readonly { id: Uuid; name: string }[]

/**
 * The extension that a dialog offers: what the coach chose, its fields, and what the dialog then does (`planned`).
 *
 * @param onOther called when the coach chooses otherwise.
 * @param initial what the coach has chosen before.
 */
export function useExtension(
  planWith: (given?: Extension) => PlanResult | null,
  students: Named = [],
  onOther?: (value: LessonForm['extension']) => void,
  initial = NO_EXTENSION,
) {
  const [value, setValue] = useState(initial)
  const plain = planWith()
  const offer = plain?.success ? plain.offer : undefined
  const problem = offer ? extensionDaysProblem(value.days) : null
  const chosen = chosenExtension(value, offer)
  return {
    offer,
    chosen,
    planned: chosen ? planWith(chosen) : plain,
    isWrong: problem !== null,
    reset: () => setValue(NO_EXTENSION),
    fields: offer && (
      <ExtensionFields
        offer={offer}
        value={value}
        onChange={(other) => {
          onOther?.(other)
          setValue(other)
        }}
        error={problem ?? undefined}
        students={students}
      />
    ),
  }
}

interface ExtensionFieldsProps {
  offer: ExtensionOffer
  value: LessonForm['extension']
  onChange: (value: LessonForm['extension']) => void
  error: string | undefined
  students: Named
}

/** 'Estender validade em [7] dias', with the packages that get the days (docs/product.md, 'More time'). */
export function ExtensionFields({ offer, value, onChange, error, students }: ExtensionFieldsProps) {
  const listId = useId()
  const errorId = useId()
  const days = value.days || String(offer.days)
  const unit = Number(days) === 1 ? 'dia' : 'dias'
  const given = error ? undefined : chosenExtension(value, offer)?.days
  /** The text while the coach types; an empty text stands for the days that are offered. */
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <div className="rounded-lg bg-sunken px-3 py-2">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Checkbox
          label="Estender validade em"
          aria-label={`Estender validade em ${days} ${unit}`}
          aria-describedby={listId}
          checked={value.wanted ?? offer.ticked}
          onChange={({ target }) => onChange({ ...value, wanted: target.checked })}
        />
        <span className="inline-flex items-center gap-2 font-semibold">
          <Input
            aria-label="Dias a mais de validade"
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? errorId : undefined}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            maxLength={3}
            className="figures min-h-11! w-13! px-1! text-center"
            value={typed ?? days}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onBlur={() => setTyped(null)}
            onChange={({ target }) => {
              const text = target.value.replace(/\D/g, '')
              setTyped(text)
              onChange({ wanted: true, days: text })
            }}
          />
          {unit}
        </span>
      </div>
      {error && <FieldError id={errorId} message={error} />}
      <ul id={listId} className="figures mt-1 flex flex-col gap-1 pb-1 text-[15px]">
        {offer.packages.map(({ packageId, packageName, studentId, ...each }) => (
          <li key={packageId} className="leading-snug [overflow-wrap:anywhere]">
            <span className="line-clamp-2 text-ink-soft">
              {students.find(({ id }) => id === studentId)?.name} · {packageName}
            </span>
            <span className="block font-semibold">
              {changeOf(each, given && extensionDays({ days: given }, each))}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

type Offered = ExtensionOffer['packages'][number]

/** The last valid day, and what the extension makes of it; without `days` there is no extension. */
function changeOf(
  { expiry, lastDay }: Pick<Offered, 'expiry' | 'lastDay'>,
  days: number | undefined,
): string {
  if (days === undefined) return expiry === null ? 'Começa na 1ª aula' : `Vence em ${formatDate(expiry)}`
  if (expiry === null) return `Começa na 1ª aula, com ${countOf(days, 'dia', 'dias')} a mais`
  return `${formatDate(expiry)} → ${formatDate(lastDay(days) ?? expiry)}`
}
