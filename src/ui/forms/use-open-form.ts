import { useCallback } from 'react'
import type { Uuid } from '@/core/model'
import { keysOf } from '@/core/records'
import { useAddress } from '../use-address'
import { useFocusAfterEditing } from '../use-focus-after'

const NAME = 'form'
/** The forms by their names in the address; the one of a club has its id too. */
const NAMES = {
  personal: 'dados',
  'new-club': 'novo-clube',
  rules: 'regras',
  recess: 'recesso',
  agreement: 'combinados',
  pix: 'pix',
} as const
const CLUB = 'clube'

type PlainForm = keyof typeof NAMES
/** The open form of the coach's profile; only one is open at a time. */
export type OpenForm = { kind: PlainForm } | { kind: 'club'; id: Uuid }

/** Keeps the open form in the address, so that a reload or a new login returns to it. Its text is in its draft. */
export function useOpenForm() {
  const [params, put] = useAddress()
  const openForm = useCallback((form: OpenForm | null) => put({ [NAME]: form && writeForm(form) }), [put])
  return { form: readForm(params.get(NAME) ?? ''), openForm }
}

/** The edit form of one card; `button` gets the focus back when it closes. */
export function useCardEdit(kind: PlainForm) {
  const { form, openForm } = useOpenForm()
  const editing = form?.kind === kind
  return {
    editing,
    button: useFocusAfterEditing(editing),
    open: () => openForm({ kind }),
    close: () => openForm(null),
  }
}

const writeForm = (form: OpenForm): string => (form.kind === 'club' ? `${CLUB}:${form.id}` : NAMES[form.kind])

/** Reads the form's name in the address; null if unknown. */
function readForm(text: string): OpenForm | null {
  const [name, id] = text.split(':')
  const kind = keysOf(NAMES).find((form) => NAMES[form] === name)
  if (kind) return { kind }
  return name === CLUB && id ? { kind: 'club', id } : null
}
