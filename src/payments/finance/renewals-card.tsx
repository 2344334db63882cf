import { useId, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { useProfile } from '@/account/use-profile'
import { isLesson, isWithin } from '@/agenda/rules'
import { useAgenda } from '@/agenda/use-agenda'
import { TRY_AGAIN } from '@/core/common-texts'
import { addDays, formatDate } from '@/core/dates'
import type { LocalDate, Profile, Uuid } from '@/core/model'
import { formatBRL } from '@/core/prices'
import { whyFailed } from '@/core/result'
import { tellAll } from '@/credits/tell'
import { useUndoAction } from '@/credits/use-undo'
import { classesProblem } from '@/packages/package.schema'
import { packageName } from '@/packages/rules'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { FieldError, Checkbox, Input } from '@/ui/fields/field'
import { DraftNotice } from '@/ui/forms/draft-notice'
import { useChoice } from '@/ui/forms/use-choice'
import { Section } from '@/ui/section'
import { useToday } from '@/ui/use-now'
import { sumAmounts } from '../money'
import { useRenewals } from '../use-payments'
import { whyNotDue } from './not-due'
import {
  addMonths,
  firstDayOf,
  monthName,
  renewalMonth,
  renewalTitle,
  type Month,
  priceInProportion,
  renewalDue,
  renewalStart,
  type WaitingPackage,
} from './rules'
import { RENEWALS as texts } from './texts'
import { useRenewAll, type NotRenewed } from './use-finance'

/** What the coach has changed in 'Renovações' before pressing the button. */
const renewalsSchema = z.object({
  /** What the coach ticked or unticked against `due`, which may change before the button is pressed. */
  ticks: z.record(z.string(), z.optional(z.boolean())),
  /** Packages with another number of classes than were sold; `price` only if the coach chose another one. */
  edits: z.record(z.string(), z.object({ classes: z.string(), price: z.optional(z.number()) })),
})

type RenewalsForm = z.input<typeof renewalsSchema>

const NO_EDITS: RenewalsForm = { ticks: {}, edits: {} }

const renewalsDraft = { version: 1, schema: renewalsSchema }

type StoredEdit = RenewalsForm['edits'][string]
type RenewalEdit = StoredEdit & { price: number }

/** The monthly packages that wait to be renewed (docs/product.md, 'Monthly renewals'). Renders nothing without any. */
export function RenewalsCard() {
  const today = useToday()
  const { data: profile } = useProfile()
  const month = renewalMonth(today)
  const { data: waiting } = useRenewals(month)
  if (!profile || !waiting || waiting.length === 0) return null
  return <Renewals key={month} month={month} waiting={waiting} profile={profile} today={today} />
}

type RenewalsProps = { month: Month; waiting: readonly WaitingPackage[]; profile: Profile; today: LocalDate }

function Renewals({ month, waiting, profile, today }: RenewalsProps) {
  const days = { from: firstDayOf(month), to: addDays(firstDayOf(addMonths(month, 1)), -1) }
  const { data: agenda } = useAgenda(days.from, days.to)
  // One that was read in an earlier week may end before the month does.
  const planned = agenda && isWithin(days, agenda.days) ? agenda.occurrences.filter(isLesson) : []
  /** 0 while the agenda is not read, and a count of 0 is not shown. */
  const plannedOf = (student: Uuid) =>
    planned.filter(({ students }) => students.some(({ id }) => id === student)).length
  // The draft stays after all packages are renewed, because an undo brings them back to the list.
  const { choice, choose, restored, begin } = useChoice(`renovacoes:${month}`, NO_EDITS, renewalsDraft)
  const { ticks, edits } = choice
  /** The coach pressed the button while a number of classes was invalid. */
  const [isChecked, setIsChecked] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const [failed, setFailed] = useState<readonly NotRenewed[]>([])
  const undoActionOf = useUndoAction()
  const { renewAll, renewing, sent } = useRenewAll(({ failed: notRenewed, already, unmarked, sold }) => {
    setFailed(notRenewed)
    tellAll(sold, (all) => {
      const sales = all.flatMap(({ undo }) => undo ?? []).toReversed()
      const action = undoActionOf(sales.length > 0 ? { kind: 'sales', sales } : null)
      const warnings = [
        ...(already.length > 0 ? [texts.already(already.map((pkg) => pkg.student_name))] : []),
        ...(unmarked.length > 0 ? [texts.unmarked(unmarked.map((pkg) => pkg.student_name))] : []),
      ]
      return notRenewed.length > 0
        ? { title: texts.failed(notRenewed.length), warnings, lines: [texts.listed], tone: 'error', action }
        : { title: texts.done(sold.length), warnings, action }
    })
  })
  const isTicked = ({ id, due }: WaitingPackage) => ticks[id] ?? due
  const ticked = waiting.filter(isTicked)
  const toggle = (pkg: WaitingPackage) =>
    choose({ ticks: { ...ticks, [pkg.id]: isTicked(pkg) === pkg.due ? !pkg.due : undefined } })
  const editOf = (pkg: WaitingPackage): RenewalEdit => ({
    classes: edits[pkg.id]?.classes ?? String(pkg.sold_classes),
    price: edits[pkg.id]?.price ?? pkg.sold_price,
  })
  const renewedAs = (pkg: WaitingPackage) => {
    const { classes, price } = editOf(pkg)
    return { classes: Number(classes), price }
  }
  const total = sumAmounts(ticked.map((pkg) => editOf(pkg).price))
  const terms = { start: renewalStart(month, today), due: renewalDue(month, profile.renewal_due_day, today) }
  const submit = () => {
    const wrong = ticked.find((pkg) => classesProblem(editOf(pkg).classes) !== null)
    setIsChecked(wrong !== undefined)
    if (wrong) list.current?.querySelector<HTMLInputElement>(`[name="${wrong.id}"]`)?.focus()
    else void renewAll(ticked, renewedAs, terms)
  }
  return (
    <Section title={renewalTitle(today)}>
      <Card className="flex flex-col gap-3">
        {restored && waiting.some(({ id }) => (edits[id] ?? ticks[id]) !== undefined) && (
          <DraftNotice
            onDiscard={() => {
              // The pressed button disappears.
              list.current?.querySelector('input')?.focus()
              begin()
            }}
          />
        )}
        <p className="figures text-[15px] text-ink-soft">
          {texts.help(ticked.length, formatBRL(total), formatDate(terms.start), formatDate(terms.due))}
        </p>
        <ul ref={list} className="figures divide-y divide-line">
          {waiting
            .toSorted((a, b) => Number(b.due) - Number(a.due))
            .map((pkg) => (
              <li key={pkg.id} className="py-1">
                <Checkbox
                  checked={isTicked(pkg)}
                  disabled={renewing}
                  onChange={() => toggle(pkg)}
                  label={
                    <span className="flex flex-wrap justify-between gap-x-4">
                      <span className="wrap-anywhere">{pkg.student_name}</span>{' '}
                      <span className="font-normal text-ink-soft">
                        {packageName(classesOf(editOf(pkg)) ?? pkg.sold_classes)} ·{' '}
                        {formatBRL(editOf(pkg).price)}
                      </span>
                    </span>
                  }
                  className="[&>span]:flex-1"
                />
                <RenewalFields
                  pkg={pkg}
                  edit={editOf(pkg)}
                  planned={plannedOf(pkg.student_id)}
                  month={month}
                  isEditable={isTicked(pkg)}
                  isChecked={isChecked}
                  disabled={renewing}
                  onEdit={(edit) => choose({ edits: { ...edits, [pkg.id]: { ...edits[pkg.id], ...edit } } })}
                />
                {!pkg.due && (
                  <p className="pb-2 pl-8 text-[15px] text-ink-soft">{whyNotDue(pkg, month, today)}</p>
                )}
                {failed
                  .filter((each) => each.pkg.id === pkg.id)
                  .map(({ failure }) => (
                    <p
                      key={failure.code}
                      role="alert"
                      className="pb-2 pl-8 text-[15px] font-semibold text-bad"
                    >
                      Não renovado: {whyFailed(failure, TRY_AGAIN)}
                    </p>
                  ))}
              </li>
            ))}
        </ul>
        <Button
          tone="court"
          disabled={ticked.length === 0}
          pending={renewing}
          pendingLabel={`Renovando ${sent + 1} de ${ticked.length}...`}
          onClick={submit}
        >
          {ticked.length === 0 ? 'Nenhum pacote marcado' : texts.submit(ticked.length, formatBRL(total))}
        </Button>
      </Card>
    </Section>
  )
}

interface RenewalProps {
  pkg: WaitingPackage
  edit: RenewalEdit
  planned: number
  month: Month
  isEditable: boolean
  isChecked: boolean
  disabled: boolean
  onEdit: (edit: StoredEdit) => void
}

/** The classes, beside the lessons in the agenda. The price in proportion is offered, never set by itself. */
function RenewalFields({ pkg, edit, planned, month, isEditable, isChecked, disabled, onEdit }: RenewalProps) {
  const errorId = useId()
  const classes = classesOf(edit)
  const problem = isEditable && isChecked ? classesProblem(edit.classes) : null
  const inProportion = classes === null ? null : priceInProportion(pkg, classes)
  // Once the coach has accepted the price in proportion, the sold price is offered instead.
  const isAccepted = edit.price === inProportion
  const offered = isAccepted ? pkg.sold_price : inProportion
  const wordsOf = (price: number, count: number) =>
    isAccepted ? texts.back(formatBRL(price)) : texts.offer(formatBRL(price), count)
  if (!isEditable && planned === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 pb-2 pl-8 text-[15px] text-ink-soft">
      {isEditable && (
        <label className="flex items-center gap-2">
          {texts.classes}
          <Input
            name={pkg.id}
            aria-label={texts.classesOf(pkg.student_name)}
            aria-invalid={problem === null ? undefined : true}
            aria-describedby={problem === null ? undefined : errorId}
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            disabled={disabled}
            className="min-h-11 w-16! py-1.5! text-center"
            value={edit.classes}
            onChange={(event) => onEdit({ classes: event.target.value })}
          />
        </label>
      )}
      {planned > 0 && <span>{texts.planned(planned, monthName(month))}</span>}
      {isEditable && classes !== null && offered !== null && offered !== edit.price && (
        <Button
          size="sm"
          aria-label={`${wordsOf(offered, classes)} ${pkg.student_name}`}
          disabled={disabled}
          onClick={() =>
            onEdit({ classes: edit.classes, price: offered === pkg.sold_price ? undefined : offered })
          }
        >
          {wordsOf(offered, classes)}
        </Button>
      )}
      {problem !== null && (
        <div className="w-full">
          <FieldError id={errorId} message={problem} />
        </div>
      )}
    </div>
  )
}

const classesOf = ({ classes }: RenewalEdit): number | null =>
  classesProblem(classes) === null ? Number(classes) : null
