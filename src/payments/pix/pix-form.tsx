import { useProfile, useUpdateRules } from '@/account/use-profile'
import { changedFields } from '@/core/changed-fields'
import type { Profile } from '@/core/model'
import { Field } from '@/ui/fields/field'
import { Input } from '@/ui/fields/input'
import { Select } from '@/ui/fields/select'
import { DraftForm } from '@/ui/forms/draft-form'
import { useRowForm } from '@/ui/forms/use-draft-form'
import { OFFLINE } from '@/ui/offline-texts'
import { pixOf } from './coach-pix'
import { PIX_FORM as texts } from './form-texts'
import { printedInPix } from './pix'
import { PixPanel } from './pix-panel'
import { PIX_TYPE_OPTIONS, pixDraft, pixForm, pixRow, pixSchema } from './pix.schema'

/** The keyboard that a phone shows for a key. */
const KEYBOARDS = { cpf: 'numeric', cnpj: 'text', phone: 'tel', email: 'email', evp: 'text' } as const

export function PixForm({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const update = useUpdateRules()
  const { refetch } = useProfile()
  const { form, frame } = useRowForm({
    name: 'pix',
    schema: pixSchema,
    shape: pixDraft,
    row: profile,
    formOf: pixForm,
    read: async () => (await refetch()).data,
    tell: (now) => ({
      type: [texts.type, now.pix_type === null ? texts.none : texts.types[now.pix_type]],
      key: [texts.key, now.pix_key],
      name: [texts.name, now.pix_name],
      city: [texts.city, now.pix_city],
    }),
    whole: true,
    focus: 'type',
    focusAtOnce: true,
    send: async (values, seen) => {
      const row = pixRow(values)
      // Whole, because a key, its type and whose it is mean nothing apart.
      return changedFields(row, pixRow(seen)) && update.mutateAsync({ rules: row, seen })
    },
    done: texts.updated,
    failed: texts.updateFailed,
    onClose,
  })
  const { register, watch, formState } = form
  const { errors } = formState
  const { type } = watch()
  const checked = pixSchema.safeParse(watch())
  const pix = checked.success ? pixOf(pixRow(checked.data)) : null
  return (
    <DraftForm
      frame={frame}
      label={texts.title}
      offline={OFFLINE.needs.profile}
      submit="Salvar"
      pending="Salvando..."
    >
      <div className="flex flex-col gap-5">
        <Field label={texts.type}>
          {(aria) => (
            <Select
              {...aria}
              options={PIX_TYPE_OPTIONS}
              placeholder={texts.none}
              // The same digits may be right as a key of another type.
              {...register('type', { onChange: () => errors.key && void form.trigger('key') })}
            />
          )}
        </Field>
        {type !== '' && (
          <>
            <Field label={texts.key} required error={errors.key?.message}>
              {(aria) => (
                <Input
                  {...aria}
                  {...register('key')}
                  inputMode={KEYBOARDS[type]}
                  autoComplete="off"
                  autoCapitalize="none"
                  spellCheck={false}
                />
              )}
            </Field>
            <Field label={texts.name} required error={errors.name?.message} hint={printedHint(watch('name'))}>
              {(aria) => <Input {...aria} {...register('name')} autoComplete="off" />}
            </Field>
            <Field label={texts.city} required error={errors.city?.message} hint={printedHint(watch('city'))}>
              {(aria) => <Input {...aria} {...register('city')} autoComplete="off" />}
            </Field>
          </>
        )}
        {pix && (
          <div className="border-t border-line pt-5">
            <p className="mb-3 text-[15px]">{texts.check}</p>
            <PixPanel pix={pix} charge={{ amount: null }} reader="coach" />
          </div>
        )}
      </div>
    </DraftForm>
  )
}

/** What a code holds of a text, where that is something else. */
function printedHint(text: string): string | null {
  const printed = printedInPix(text)
  return printed === '' || printed === text.trim() ? null : texts.printed(printed)
}
