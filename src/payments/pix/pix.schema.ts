import * as z from 'zod/mini'
import { LENGTHS } from '@/core/constants'
import { maxCharacters, trimmed } from '@/core/fields.schema'
import { PIX_TYPES, type Profile } from '@/core/model'
import { pixKey, printedInPix } from './pix'

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
export const pixSchema = fields.check(rules)
export type PixForm = z.input<typeof pixSchema>

type PixRow = Pick<Profile, 'pix_type' | 'pix_key' | 'pix_name' | 'pix_city'>

/** Suggests the profile's name as a PIX code would write it. */
export const pixForm = (profile: PixRow & Pick<Profile, 'name'>): PixForm => ({
  type: profile.pix_type ?? '',
  key: profile.pix_key ?? '',
  name: profile.pix_name ?? printedInPix(profile.name),
  city: profile.pix_city ?? '',
})

/** The columns to store: all four, or four nulls. */
export const pixRow = ({ type, key, name, city }: PixForm): PixRow =>
  type === ''
    ? { pix_type: null, pix_key: null, pix_name: null, pix_city: null }
    : {
        pix_type: type,
        pix_key: pixKey(type, key),
        pix_name: printedInPix(name),
        pix_city: printedInPix(city),
      }
