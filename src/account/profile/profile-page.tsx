import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
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
import { usePageTitle } from '@/ui/use-page-title'
import { useRefresh } from '@/ui/use-refresh'
import { InstallSection, UpdatesSection } from './app-sections'
import { PersonalSection } from './personal-section'
import { RulesSection } from './rules-section'

/** The coach's own data, the clubs, and the app on this device (docs/product.md, 'Clubs and profile'). */
export function ProfilePage() {
  usePageTitle(RIGHTS_LABELS.profile)
  const client = useQueryClient()
  useRefresh(useCallback(() => invalidateAll(client), [client]))
  const { form, openForm } = useOpenForm()
  return (
    <>
      <PageHeader
        title={RIGHTS_LABELS.profile}
        back={{ to: paths.dashboard.href(), label: 'Voltar para o dashboard' }}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <PersonalSection editing={form?.kind === 'personal'} openForm={openForm} />
        <ClubsSection form={form} openForm={openForm} />
        <RulesSection form={form} openForm={openForm} />
        <AgreementSection editing={form?.kind === 'agreement'} openForm={openForm} />
        <PixSection editing={form?.kind === 'pix'} openForm={openForm} />
        <CalendarSection />
        <UpdatesSection />
        <InstallSection />
        <DataSection />
      </div>
    </>
  )
}
