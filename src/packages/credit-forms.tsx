import type { ComponentProps, ReactNode } from 'react'
import { Controller } from 'react-hook-form'
import { EXTENSION, LENGTHS } from '@/core/constants'
import { addDays, formatDate } from '@/core/dates'
import type { Package } from '@/core/model'
import type { ExtensionFacts } from '@/credits/plan-types'
import { tell } from '@/credits/tell'
import { useUndoAction } from '@/credits/use-undo'
import { Button } from '@/ui/button'
import { Field } from '@/ui/fields/field'
import { Input } from '@/ui/fields/input'
import { Segmented } from '@/ui/fields/segmented'
import { DraftForm } from '@/ui/forms/draft-form'
import { LengthHint } from '@/ui/forms/length-hint'
import { toastFailure } from '@/ui/forms/toast-failure'
import { useAttemptId } from '@/ui/forms/use-attempt-id'
import { useNewForm } from '@/ui/forms/use-draft-form'
import { useSingleFlight } from '@/ui/forms/use-single-flight'
import { OFFLINE } from '@/ui/offline-texts'
import {
  adjustSchema,
  daysProblem,
  EMPTY_ADJUST,
  EMPTY_EXTENSION,
  extendDraft,
  extendSchema,
  typedDelta,
} from './credits.schema'
import { givenDaysText } from './given-days'
import { PACKAGE_FORMS } from './package-forms-texts'
import { useAdjustPackage, useExtendPackage, useGivenDays, useTakeBackDays } from './use-package-plans'
import { usePackages } from './use-packages'

const { adjustForm, extendForm, service } = PACKAGE_FORMS
const { givenDays: texts } = PACKAGE_FORMS

/** More or fewer credits, with a reason (docs/product.md, 'Adjusting credits'). */
export function AdjustForm({ pkg, onDone }: { pkg: Package; onDone: () => void }) {
  const adjust = useAdjustPackage()
  const undoActionOf = useUndoAction()
  const { refetch } = usePackages(pkg.student_id)
  const schema = adjustSchema(pkg)
  const about = { packageId: pkg.id, studentId: pkg.student_id, seen: pkg }
  const { form, frame } = useNewForm({
    name: `adjust:${pkg.id}`,
    schema,
    shape: { version: 1, schema },
    defaults: () => EMPTY_ADJUST,
    focus: 'count',
    create: (opId, values) => adjust.mutateAsync({ ...values, ...about, opId }),
    done: service.adjusted,
    action: (_row, opId, values) =>
      undoActionOf({ kind: 'adjustment', adjustment: { ...values, ...about, opId } }),
    failed: adjustForm.failed,
    onDone,
    onCancel: onDone,
    onFailure: ({ code, message }) => {
      // A lesson or another device changed it meanwhile: the preview must begin with what is there now.
      void refetch()
      if (code === 'package-full' || code === 'package-below-used') form.setError('count', { message })
    },
  })
  const { register, control, watch, formState } = form
  const { errors } = formState
  const delta = typedDelta({ direction: watch('direction'), count: watch('count') }, pkg)
  return (
    <DraftForm
      offline={OFFLINE.needs.package}
      frame={frame}
      submit={adjustForm.submit}
      pending={adjustForm.pending}
    >
      <div className="flex flex-col gap-5">
        <Controller
          control={control}
          name="direction"
          render={({ field }) => (
            <Segmented
              legend={adjustForm.direction}
              options={[
                { value: 'add', label: adjustForm.add },
                { value: 'remove', label: adjustForm.remove },
              ]}
              value={field.value}
              onChange={(value) => {
                field.onChange(value)
                if (formState.touchedFields.count) void form.trigger('count')
              }}
              className="grid-cols-2"
            />
          )}
        />
        <Field label={adjustForm.count} required error={errors.count?.message}>
          {(aria) => <Input {...aria} {...register('count')} inputMode="numeric" autoComplete="off" />}
        </Field>
        <ReasonField
          error={errors.reason?.message}
          length={watch('reason').length}
          limit={LENGTHS.reason}
          {...register('reason')}
          placeholder={adjustForm.placeholder}
        />
        <Preview>
          {delta !== null && adjustForm.preview(pkg.remaining_classes, pkg.remaining_classes + delta)}
        </Preview>
      </div>
    </DraftForm>
  )
}

/** More days for one package, by hand (docs/product.md, 'More time'). */
export function ExtendForm({ pkg, onDone }: { pkg: Package; onDone: () => void }) {
  const extend = useExtendPackage()
  const about = { packageId: pkg.id, studentId: pkg.student_id, seen: pkg }
  const undoActionOf = useUndoAction()
  const { form, frame } = useNewForm({
    name: `extend:${pkg.id}`,
    schema: extendSchema,
    shape: extendDraft,
    defaults: () => EMPTY_EXTENSION,
    focus: 'days',
    // One id for the operation and what it adds: whatever is sent again under it adds nothing.
    create: (id, values) => extend.mutateAsync({ ...values, ...about, opId: id, extensionId: id }),
    done: service.extended,
    action: (_row, id, values) =>
      undoActionOf({ kind: 'extension', extension: { ...values, ...about, opId: id, extensionId: id } }),
    failed: extendForm.failed,
    onDone,
    onCancel: onDone,
  })
  const { register, watch, formState } = form
  const { errors } = formState
  const typed = watch('days')
  return (
    <DraftForm
      offline={OFFLINE.needs.package}
      frame={frame}
      submit={extendForm.submit}
      pending={extendForm.pending}
    >
      <GivenDays pkg={pkg} />
      <div className="flex flex-col gap-5">
        <Field label={extendForm.days} required error={errors.days?.message}>
          {(aria) => <Input {...aria} {...register('days')} inputMode="numeric" autoComplete="off" />}
        </Field>
        <ReasonField
          error={errors.reason?.message}
          length={watch('reason').length}
          limit={EXTENSION.reason}
          {...register('reason')}
          placeholder={extendForm.placeholder}
        />
        <Preview>{daysProblem(typed) === null && validityChange(pkg, Number(typed))}</Preview>
      </div>
    </DraftForm>
  )
}

function validityChange({ expiry_date, validity_days, extended_days }: Package, days: number): string {
  if (expiry_date !== null) {
    return extendForm.preview(formatDate(expiry_date), formatDate(addDays(expiry_date, days)))
  }
  const now = (validity_days ?? 0) + extended_days
  return extendForm.preview(extendForm.fromFirstLesson(now), extendForm.fromFirstLesson(now + days))
}

function ReasonField({
  error,
  length,
  limit,
  ...input
}: ComponentProps<typeof Input> & { error: string | undefined; length: number; limit: number }) {
  return (
    <Field
      label={adjustForm.reason}
      required
      error={error}
      hint={
        <LengthHint length={length} max={limit}>
          {adjustForm.visible}
        </LengthHint>
      }
    >
      {(aria) => <Input {...aria} {...input} autoComplete="off" />}
    </Field>
  )
}

/** Stays mounted while empty, so that screen readers hear the first text. */
function Preview({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="figures min-h-7 text-lg font-bold">
      {children}
    </p>
  )
}

/** What 'Estender validade' and lessons have given to a package; days given by hand can be taken back one by one. */
function GivenDays({ pkg }: { pkg: Package }) {
  const { data, isError } = useGivenDays(pkg.student_id)
  const takeBack = useTakeBackDays()
  const opIdOf = useAttemptId()
  const [take, isTaking] = useSingleFlight(async (given: ExtensionFacts) => {
    const about = { packageId: pkg.id, studentId: pkg.student_id, seen: pkg, extensionId: given.id }
    const result = await takeBack.mutateAsync({ ...about, opId: opIdOf(given.id) })
    if (result.success) tell(result.data, { title: texts.takenBack })
    else toastFailure(texts.failed, result)
  })
  if (isError) return <p role="alert">{texts.unknown}</p>
  const own = data?.filter(({ package_id }) => package_id === pkg.id) ?? []
  if (own.length === 0) return null
  return (
    <section aria-label={texts.title} className="mb-5 rounded-lg bg-sunken px-3 py-2">
      <h3 className="text-[15px] font-bold">{texts.title}</h3>
      <ul className="figures flex flex-col divide-y divide-line">
        {own.map((given) => (
          <li key={given.id} className="flex min-h-11 items-center justify-between gap-3">
            <span className="min-w-0 [overflow-wrap:anywhere]">{givenDaysText(given)}</span>
            {given.batch_id === null && given.session_id === null && given.slot_id === null && (
              <Button
                tone="ghost"
                size="sm"
                className="shrink-0"
                disabled={isTaking}
                aria-label={texts.takeBackOf(givenDaysText(given))}
                onClick={() => void take(given)}
              >
                {texts.takeBack}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
