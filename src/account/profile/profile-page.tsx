import { useQueryClient } from '@tanstack/react-query'
import { useCallback, type ReactNode } from 'react'
import { CalendarSection } from '@/agenda/calendar-section'
import { AgreementSection } from '@/agreement/agreement-section'
import { ClubsSection } from '@/clubs/clubs-section'
import { keysOf } from '@/core/records'
import { invalidateAll } from '@/data/queries/effects'
import { PixSection } from '@/payments/pix/pix-section'
import { DataSection } from '@/rights/data-section'
import { RIGHTS_LABELS } from '@/rights/texts'
import { useOpenForm, type OpenForm } from '@/ui/forms/use-open-form'
import { BACK_TO_DASHBOARD, PageHeader } from '@/ui/page-header'
import { Tabs } from '@/ui/tabs'
import { useAddress } from '@/ui/use-address'
import { usePageTitle } from '@/ui/use-page-title'
import { useRefresh } from '@/ui/use-refresh'
import { InstallSection, UpdatesSection } from './app-sections'
import { PersonalSection } from './personal-section'
import { RulesSection } from './rules-section'
import { PROFILE_TABS } from './texts'

/** The tabs by their names in the address; the first needs none. */
const TABS = keysOf(PROFILE_TABS)
type ProfileTab = keyof typeof PROFILE_TABS

const GRID = 'grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]'

/** The coach's own data, the clubs, and the app on this device (docs/product.md, 'Clubs and profile'). */
export function ProfilePage() {
  usePageTitle(RIGHTS_LABELS.profile)
  const client = useQueryClient()
  useRefresh(useCallback(() => invalidateAll(client), [client]))
  const { form, openForm } = useOpenForm()
  const [tab, showTab] = useProfileTab(form)
  const content: Record<ProfileTab, ReactNode> = {
    voce: (
      <>
        <PersonalSection />
        <ClubsSection />
      </>
    ),
    aulas: (
      <>
        <RulesSection />
        <AgreementSection editing={form?.kind === 'agreement'} openForm={openForm} />
        <CalendarSection />
      </>
    ),
    recebimento: <PixSection />,
    app: (
      <>
        <UpdatesSection />
        <InstallSection />
        <DataSection />
      </>
    ),
  }
  return (
    <>
      <PageHeader title={RIGHTS_LABELS.profile} back={BACK_TO_DASHBOARD} />
      <Tabs
        label={RIGHTS_LABELS.profile}
        value={tab}
        onValueChange={showTab}
        tabs={TABS.map((value) => ({
          value,
          label: PROFILE_TABS[value],
          content: <div className={GRID}>{content[value]}</div>,
        }))}
      />
    </>
  )
}

const TAB = 'tab'
/** The tab of each form, so that a form's address needs no tab. */
const TAB_OF: Readonly<Record<OpenForm['kind'], ProfileTab>> = {
  personal: 'voce',
  'new-club': 'voce',
  club: 'voce',
  rules: 'aulas',
  recess: 'aulas',
  agreement: 'aulas',
  pix: 'recebimento',
}

/** [tab, show]: the tab of the open form, else of the address. Showing another closes the form and keeps its draft. */
function useProfileTab(form: OpenForm | null): [ProfileTab, (tab: string) => void] {
  const [params, put] = useAddress()
  const asked = TABS.find((name) => name === params.get(TAB)) ?? 'voce'
  const show = useCallback((tab: string) => put({ [TAB]: tab === 'voce' ? null : tab, form: null }), [put])
  return [form ? TAB_OF[form.kind] : asked, show]
}
