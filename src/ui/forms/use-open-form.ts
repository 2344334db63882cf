import { useCallback } from 'react'
import type { Uuid } from '@/core/model'
import { useAddress } from '../use-address'
import { useFocusAfterEditing } from '../use-focus-after'

/** The open form of the coach's profile; only one is open at a time. */
export type OpenForm =
  | { kind: 'personal' | 'new-club' | 'rules' | 'recess' | 'agreement' | 'pix' }
  | { kind: 'club'; id: Uuid }

const NAME = 'form'
const NAMES = {
  personal: 'dados',
  'new-club': 'novo-clube',
  rules: 'regras',
  recess: 'recesso',
  agreement: 'combinados',
  pix: 'pix',
  club: 'clube',
} as const
const PLAIN = ['personal', 'new-club', 'rules', 'recess', 'agreement', 'pix'] as const

/** Keeps the open form in the address, so that a reload or a new login returns to it. Its text is in its draft. */
export function useOpenForm() {
  const [params, put] = useAddress()
  const openForm = useCallback((form: OpenForm | null) => put({ [NAME]: form && writeForm(form) }), [put])
  return { form: readForm(params.get(NAME) ?? ''), openForm }
}

/** The edit form of one card; `button` gets the focus back when it closes. */
export function useCardEdit(kind: (typeof PLAIN)[number]) {
  const { form, openForm } = useOpenForm()
  const editing = form?.kind === kind
  return {
    editing,
    button: useFocusAfterEditing(editing),
    open: () => openForm({ kind }),
    close: () => openForm(null),
  }
}

const writeForm = (form: OpenForm): string =>
  form.kind === 'club' ? `${NAMES.club}:${form.id}` : NAMES[form.kind]

/** Reads the form's name in the address; null if unknown. */
function readForm(text: string): OpenForm | null {
  const [name, id] = text.split(':')
  const kind = PLAIN.find((form) => NAMES[form] === name)
  if (kind) return { kind }
  return name === NAMES.club && id ? { kind: 'club', id } : null
}
