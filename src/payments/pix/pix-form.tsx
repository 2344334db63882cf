import * as z from 'zod/mini'
import { useProfile, useUpdateRules } from '@/account/use-profile'
import { LENGTHS } from '@/core/constants'
import { maxCharacters, trimmed } from '@/core/fields.schema'
import { PIX_TYPES, type Profile } from '@/core/model'
import { changedFields } from '@/core/records'
import { DraftForm } from '@/ui/forms/draft-form'
import { SelectField, TextField } from '@/ui/forms/fields'
import { useRowForm } from '@/ui/forms/use-draft-form'
import { OFFLINE } from '@/ui/offline-texts'
import { pixOf } from './coach-pix'
import { printedInPix, pixKey } from './pix'
import { PixPanel } from './pix-panel'
import { PIX_NAME, PIX_TYPE_LABELS } from './texts'

const KEY_INVALID = {
  cpf: 'CPF inválido',
  cnpj: 'CNPJ inválido',
  phone: 'Celular inválido: informe o DDD e o número',
  email: 'Email inválido',
  evp: 'Chave aleatória inválida',
} as const

const fields = z.object({
  /** '': the coach takes no PIX, and the other fields are ignored. */
  type: z.enum(['', ...PIX_TYPES]),
  key: trimmed(),
  name: trimmed().check(maxCharacters(LENGTHS.pixName)),
  city: trimmed().check(maxCharacters(LENGTHS.pixCity)),
})
type Fields = z.output<typeof fields>

const rules = z.check<Fields>(({ value, issues }) => {
  const { type, key, name, city } = value
  if (type === '') return
  const report = (field: keyof Fields, message: string) =>
    issues.push({ code: 'custom', input: value[field], path: [field], message, continue: true })
  if (pixKey(type, key) === null) report('key', KEY_INVALID[type])
  if (printedInPix(name) === '') report('name', 'Nome é obrigatório')
  if (printedInPix(city) === '') report('city', 'Cidade é obrigatória')
})

/** The coach's PIX (docs/product.md, 'PIX'). The type of the key is asked and never guessed. */
const pixSchema = fields.check(rules)
type PixForm = z.input<typeof pixSchema>

type PixRow = Pick<Profile, 'pix_type' | 'pix_key' | 'pix_name' | 'pix_city'>

/** Suggests the profile's name as a PIX code would write it. */
const pixForm = (profile: PixRow & Pick<Profile, 'name'>): PixForm => ({
  type: profile.pix_type ?? '',
  key: profile.pix_key ?? '',
  name: profile.pix_name ?? printedInPix(profile.name),
  city: profile.pix_city ?? '',
})

/** The columns to store: all four, or four nulls. */
const pixRow = ({ type, key, name, city }: PixForm): PixRow =>
  type === ''
    ? { pix_type: null, pix_key: null, pix_name: null, pix_city: null }
    : {
        pix_type: type,
        pix_key: pixKey(type, key),
        pix_name: printedInPix(name),
        pix_city: printedInPix(city),
      }

/** The phone's keyboard for each type of PIX key. */
const KEYBOARDS = { cpf: 'numeric', cnpj: 'text', phone: 'tel', email: 'email', evp: 'text' } as const

const NONE = 'Sem PIX'

export function PixForm({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const update = useUpdateRules()
  const { refetch } = useProfile()
  const { form, frame } = useRowForm({
    name: 'pix',
    schema: pixSchema,
    row: profile,
    formOf: pixForm,
    read: async () => (await refetch()).data,
    tell: (now) => ({
      type: ['Tipo da chave', now.pix_type === null ? NONE : PIX_TYPE_LABELS[now.pix_type]],
      key: ['Chave', now.pix_key],
      name: [PIX_NAME, now.pix_name],
      city: ['Cidade', now.pix_city],
    }),
    whole: true,
    focus: 'type',
    focusAtOnce: true,
    send: async (values, seen) => {
      const row = pixRow(values)
      // The four fields are saved together: a key means nothing without its type, name and city.
      return changedFields(row, pixRow(seen)) && update.mutateAsync({ rules: row, seen })
    },
    done: 'PIX atualizado',
    failed: { title: 'Erro ao atualizar o PIX', description: 'Não foi possível salvar as alterações.' },
    onClose,
  })
  const { type, name, city } = form.watch()
  const checked = pixSchema.safeParse(form.watch())
  const pix = checked.success ? pixOf(pixRow(checked.data)) : null
  return (
    <DraftForm frame={frame} label="PIX" offline={OFFLINE.needs.profile}>
      <div className="flex flex-col gap-5">
        <SelectField
          form={form}
          name="type"
          label="Tipo da chave"
          options={PIX_TYPES.map((value) => ({ value, label: PIX_TYPE_LABELS[value] }))}
          placeholder={NONE}
          // With another type the same digits may be a valid key.
          rechecks="key"
        />
        {type !== '' && (
          <>
            <TextField
              form={form}
              name="key"
              label="Chave"
              required
              input={{ inputMode: KEYBOARDS[type], autoCapitalize: 'none', spellCheck: false }}
            />
            <TextField
              form={form}
              name="name"
              label={PIX_NAME}
              required
              hint={printedHint(name, LENGTHS.pixName)}
            />
            <TextField
              form={form}
              name="city"
              label="Cidade"
              required
              hint={printedHint(city, LENGTHS.pixCity)}
            />
          </>
        )}
        {pix && (
          <div className="border-t border-line pt-5">
            <p className="mb-3 text-[15px]">
              Leia o código no aplicativo do seu banco e confira o nome antes de salvar.
            </p>
            <PixPanel pix={pix} charge={{ amount: null }} reader="coach" />
          </div>
        )}
      </div>
    </DraftForm>
  )
}

/** How a PIX code writes the text, if it differs from what was typed; what is too long is in no code. */
function printedHint(text: string, longest: number): string | null {
  const printed = printedInPix(text)
  const isSame = printed === '' || printed === text.trim()
  return isSame || text.trim().length > longest ? null : `No código sai assim: ${printed}`
}
