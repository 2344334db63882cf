import { useCallback } from 'react'
import type { Student, Uuid } from '@/core/model'
import { useAddress } from '@/ui/use-address'

export const TABS = ['resumo', 'pacotes', 'aulas', 'feedbacks'] as const
export type ProfileTab = (typeof TABS)[number]

/** The one form that is open on the profile. */
export type OpenForm =
  | { kind: 'student' }
  | { kind: 'new-package' | 'renew' }
  | { kind: (typeof PACKAGE_FORMS)[number]; id: Uuid }
  | { kind: 'correct'; id: Uuid; paymentId: Uuid }
  | { kind: 'feedback'; sessionId: Uuid }

export interface ProfileAddress {
  tab: ProfileTab
  /** The page of the tab's list, from 1. */
  page: number
  form: OpenForm | null
}

/** Keeps tab, page and open form in the address, so that a reload and a new login return to them. */
export function useProfileAddress({ anonymized_at }: Pick<Student, 'anonymized_at'>) {
  const [params, put] = useAddress()
  const asked = readAddress(params)
  // The address may ask for any form, but only the money of an anonymised student can change.
  const isAllowed = anonymized_at === null || MONEY_FORMS.some((kind) => kind === asked.form?.kind)
  const address = isAllowed ? asked : { ...asked, form: null }

  const showTab = useCallback(
    (tab: ProfileTab, form?: OpenForm) =>
      put({ tab: tab === 'resumo' ? null : tab, pagina: null, form: form ? writeForm(form) : null }),
    [put],
  )
  const showPage = useCallback(
    (page: number) => put({ form: null, pagina: page > 1 ? String(page) : null }),
    [put],
  )
  const openForm = useCallback((form: OpenForm | null) => put({ form: form && writeForm(form) }), [put])
  return { ...address, showTab, showPage, openForm }
}

const FORM_NAMES = {
  student: 'dados',
  'new-package': 'novo-pacote',
  renew: 'renovar',
  package: 'pacote',
  adjust: 'ajustar',
  extend: 'estender',
  money: 'pagamentos',
  pay: 'receber',
  refund: 'devolver',
  discount: 'desconto',
  due: 'vencimento',
  correct: 'corrigir',
  feedback: 'feedback',
} as const satisfies Record<OpenForm['kind'], string>

const SALE_FORMS = ['new-package', 'renew'] as const
const MONEY_FORMS = ['money', 'pay', 'refund', 'discount', 'due', 'correct'] as const
const PACKAGE_FORMS = ['package', 'adjust', 'extend', 'money', 'pay', 'refund', 'discount', 'due'] as const

function writeForm(form: OpenForm): string {
  if (form.kind === 'feedback') return `${FORM_NAMES.feedback}:${form.sessionId}`
  if (form.kind === 'correct') return `${FORM_NAMES.correct}:${form.id}:${form.paymentId}`
  return 'id' in form ? `${FORM_NAMES[form.kind]}:${form.id}` : FORM_NAMES[form.kind]
}

function readAddress(params: URLSearchParams): ProfileAddress {
  const tab = TABS.find((name) => name === params.get('tab')) ?? 'resumo'
  const page = Number(params.get('pagina'))
  return {
    tab,
    page: Number.isInteger(page) && page > 0 && page < 1e6 ? page : 1,
    form: readForm(params.get('form') ?? '', tab),
  }
}

function readForm(text: string, tab: ProfileTab): OpenForm | null {
  const [name, id, paymentId] = text.split(':')
  if (name === FORM_NAMES.student) return { kind: 'student' }
  const sale = SALE_FORMS.find((form) => FORM_NAMES[form] === name)
  if (tab === 'pacotes' && sale) return { kind: sale }
  const kind = PACKAGE_FORMS.find((form) => FORM_NAMES[form] === name)
  if (tab === 'pacotes' && kind && id) return { kind, id }
  if (tab === 'pacotes' && name === FORM_NAMES.correct && id && paymentId) {
    return { kind: 'correct', id, paymentId }
  }
  if (tab === 'feedbacks' && name === FORM_NAMES.feedback && id) return { kind: 'feedback', sessionId: id }
  return null
}
