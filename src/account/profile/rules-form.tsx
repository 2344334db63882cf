import { changedFields } from '@/core/changed-fields'
import type { Profile } from '@/core/model'
import { Checkbox } from '@/ui/fields/checkbox'
import { Field } from '@/ui/fields/field'
import { Input } from '@/ui/fields/input'
import { Select } from '@/ui/fields/select'
import { DraftForm } from '@/ui/forms/draft-form'
import { useRowForm } from '@/ui/forms/use-draft-form'
import { OFFLINE } from '@/ui/offline-texts'
import { RULES as rules } from '../coach-rules-texts'
import { PACKAGE_ORDER_OPTIONS, rulesDraft, rulesForm, rulesRow, rulesSchema } from '../coach-rules.schema'
import { useProfile, useUpdateRules } from '../use-profile'

export function RulesForm({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const update = useUpdateRules()
  const { refetch } = useProfile()
  const { form, frame } = useRowForm({
    name: 'rules',
    schema: rulesSchema,
    shape: rulesDraft,
    row: profile,
    formOf: rulesForm,
    read: async () => (await refetch()).data,
    tell: (now) => ({
      packageOrder: [rules.order, rules.orders[now.package_order]],
      cancelDays: [rules.days, rules.inDays(now.cancel_extension_days)],
      renewalDay: [rules.renewalDay, rules.dayOfMonth(now.renewal_due_day)],
      showPix: [rules.showPix, rules.yesNo(now.show_pix)],
    }),
    focus: 'packageOrder',
    focusAtOnce: true,
    send: async (values, seen) => {
      const changed = changedFields(values, seen)
      return changed && update.mutateAsync({ rules: rulesRow(changed), seen })
    },
    done: rules.updated,
    failed: rules.updateFailed,
    onClose,
  })
  const { register, formState } = form
  const { errors } = formState
  return (
    <DraftForm
      frame={frame}
      label={rules.title}
      offline={OFFLINE.needs.rules}
      submit="Salvar"
      pending="Salvando..."
    >
      <div className="flex flex-col gap-5">
        <Field label={rules.order} required error={errors.packageOrder?.message}>
          {(aria) => <Select {...aria} options={PACKAGE_ORDER_OPTIONS} {...register('packageOrder')} />}
        </Field>
        <Field label={rules.daysLabel} required error={errors.cancelDays?.message} hint={rules.help}>
          {(aria) => <Input {...aria} {...register('cancelDays')} inputMode="numeric" autoComplete="off" />}
        </Field>
        <Field
          label={rules.renewalDay}
          required
          error={errors.renewalDay?.message}
          hint={rules.renewalDayHelp}
        >
          {(aria) => <Input {...aria} {...register('renewalDay')} inputMode="numeric" autoComplete="off" />}
        </Field>
        <div>
          <Checkbox {...register('showPix')} label={rules.showPix} aria-describedby="mostrar-pix" />
          <p id="mostrar-pix" className="text-sm text-ink-soft">
            {rules.showPixHelp}
          </p>
        </div>
      </div>
    </DraftForm>
  )
}
