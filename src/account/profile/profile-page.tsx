import { useQueryClient } from '@tanstack/react-query'
import { useCallback, type ReactNode } from 'react'
import { CalendarSection } from '@/agenda/calendar-section'
import { AgreementSection } from '@/agreement/agreement-section'
import { ClubsSection } from '@/clubs/clubs-section'
import { paths } from '@/core/paths'
import { invalidateAll } from '@/data/queries/effects'
import { PixSection } from '@/payments/pix/pix-section'
import { DataSection } from '@/rights/data-section'
import { RIGHTS_LABELS } from '@/rights/texts'
import { useOpenForm } from '@/ui/forms/use-open-form'
import { PageHeader } from '@/ui/page-header'
import { Tabs } from '@/ui/tabs'
import { usePageTitle } from '@/ui/use-page-title'
import { useRefresh } from '@/ui/use-refresh'
import { InstallSection, UpdatesSection } from './app-sections'
import { PersonalSection } from './personal-section'
import { RulesSection } from './rules-section'
import { PROFILE_TABS as TAB_LABELS } from './texts'
import { PROFILE_TABS, useProfileTab, type ProfileTab } from './use-profile-tab'

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
        <PersonalSection editing={form?.kind === 'personal'} openForm={openForm} />
        <ClubsSection form={form} openForm={openForm} />
      </>
    ),
    aulas: (
      <>
        <RulesSection form={form} openForm={openForm} />
        <AgreementSection editing={form?.kind === 'agreement'} openForm={openForm} />
        <CalendarSection />
      </>
    ),
    recebimento: <PixSection editing={form?.kind === 'pix'} openForm={openForm} />,
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
      <PageHeader
        title={RIGHTS_LABELS.profile}
        back={{ to: paths.dashboard.href(), label: 'Voltar para o dashboard' }}
      />
      <Tabs
        label={RIGHTS_LABELS.profile}
        value={tab}
        onValueChange={showTab}
        tabs={PROFILE_TABS.map((value) => ({
          value,
          label: TAB_LABELS[value],
          content: <div className={GRID}>{content[value]}</div>,
        }))}
      />
    </>
  )
}
