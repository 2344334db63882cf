import { useId, useState } from 'react'
import { addDays, formatDate } from '@/core/dates'
import type { LocalDate, Uuid } from '@/core/model'
import { extensionDays, type ExtensionOffer } from '@/credits/extensions'
import { Checkbox } from '@/ui/fields/checkbox'
import { FieldError } from '@/ui/fields/field'
import { Input } from '@/ui/fields/input'
import { COURT } from './court-texts'
import { chosenExtension } from './participants'
import type { NewSessionForm } from './session.schema'

const { extension: texts } = COURT

type Value = NewSessionForm['extension']

/** 'Estender validade em [7] dias', with the packages it is for (docs/product.md, 'More time'). */
export function ExtensionFields({
  offer,
  value,
  onChange,
  error,
  nameOf,
}: {
  offer: ExtensionOffer
  value: Value
  onChange: (value: Value) => void
  /** What is wrong with the days. */
  error: string | undefined
  /** A student's name. */
  nameOf: (studentId: Uuid) => string
}) {
  const listId = useId()
  const errorId = useId()
  const wanted = value.wanted ?? offer.ticked
  const days = value.days || String(offer.days)
  const given = error ? undefined : chosenExtension(value, offer)?.days
  /** While it is typed; an empty one means the days that are offered. */
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <div className="rounded-lg bg-sunken px-3 py-2">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Checkbox
          label={texts.wanted}
          aria-label={texts.wantedFor(days)}
          aria-describedby={listId}
          checked={wanted}
          onChange={({ target }) => onChange({ ...value, wanted: target.checked })}
        />
        <span className="inline-flex items-center gap-2 font-semibold">
          <Input
            aria-label={texts.days}
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
          {texts.unit}
        </span>
      </div>
      {error && <FieldError id={errorId} message={error} />}
      <ul id={listId} className="figures mt-1 flex flex-col gap-1 pb-1 text-[15px]">
        {offer.packages.map(({ packageId, packageName, studentId, expiry, passed }) => (
          <li key={packageId} className="leading-snug [overflow-wrap:anywhere]">
            <span className="line-clamp-2 text-ink-soft">
              {nameOf(studentId)} · {packageName}
            </span>
            <span className="block font-semibold">
              {changeOf(expiry, given === undefined ? undefined : extensionDays({ days: given }, { passed }))}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The last valid day, and what it becomes; without `days` it stays. */
function changeOf(expiry: LocalDate | null, days: number | undefined): string {
  if (expiry === null) return days === undefined ? texts.notBegun : texts.begun(days)
  const before = formatDate(expiry)
  return days === undefined ? texts.expires(before) : texts.change(before, formatDate(addDays(expiry, days)))
}
