import { useCallback } from 'react'
import type { OpenForm } from '@/ui/forms/use-open-form'
import { useAddress } from '@/ui/use-address'

/** The tabs of the coach's profile, as the address names them; the first one without a name. */
export const PROFILE_TABS = ['voce', 'aulas', 'recebimento', 'app'] as const
export type ProfileTab = (typeof PROFILE_TABS)[number]

const TAB = 'tab'
/** Where each form stands: its address needs no tab. */
const TAB_OF: Readonly<Record<OpenForm['kind'], ProfileTab>> = {
  personal: 'voce',
  'new-club': 'voce',
  club: 'voce',
  rules: 'aulas',
  recess: 'aulas',
  agreement: 'aulas',
  pix: 'recebimento',
}

/** [tab, show]: the tab of the open form, else that of the address. Another tab closes the form, whose text is in its draft. */
export function useProfileTab(form: OpenForm | null): [ProfileTab, (tab: string) => void] {
  const [params, put] = useAddress()
  const asked = PROFILE_TABS.find((name) => name === params.get(TAB)) ?? 'voce'
  const show = useCallback((tab: string) => put({ [TAB]: tab === 'voce' ? null : tab, form: null }), [put])
  return [form ? TAB_OF[form.kind] : asked, show]
}
