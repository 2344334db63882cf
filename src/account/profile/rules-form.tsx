import type { Profile } from '@/core/model'
import { changedFields } from '@/core/records'
import { Checkbox } from '@/ui/fields/field'
import { DraftForm } from '@/ui/forms/draft-form'
import { NumberField, SelectField } from '@/ui/forms/fields'
import { useRowForm } from '@/ui/forms/use-draft-form'
import { OFFLINE } from '@/ui/offline-texts'
import { useProfile, useUpdateRules } from '../use-profile'
import { PACKAGE_ORDER_OPTIONS, rulesForm, rulesRow, rulesSchema } from './schema'
import { RULES as rules } from './texts'

export function RulesForm({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const update = useUpdateRules()
  const { refetch } = useProfile()
  const { form, frame } = useRowForm({
    name: 'rules',
    schema: rulesSchema,
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
  return (
    <DraftForm frame={frame} label={rules.title} offline={OFFLINE.needs.rules}>
      <div className="flex flex-col gap-5">
        <SelectField
          form={form}
          name="packageOrder"
          label={rules.order}
          required
          options={PACKAGE_ORDER_OPTIONS}
        />
        <NumberField form={form} required name="cancelDays" label={rules.daysLabel} hint={rules.help} />
        <NumberField
          form={form}
          required
          name="renewalDay"
          label={rules.renewalDay}
          hint={rules.renewalDayHelp}
        />
        <div>
          <Checkbox {...form.register('showPix')} label={rules.showPix} aria-describedby="mostrar-pix" />
          <p id="mostrar-pix" className="text-sm text-ink-soft">
            {rules.showPixHelp}
          </p>
        </div>
      </div>
    </DraftForm>
  )
}
