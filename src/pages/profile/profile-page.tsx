import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { PageHeader } from '@/components/shared/page-header'
import { paths } from '@/domain/shared/paths'
import { usePageTitle } from '@/hooks/shared/use-page-title'
import { useRefresh } from '@/hooks/shared/use-refresh'
import { invalidateAll } from '@/queries/effects'
import { RIGHTS_LABELS } from '@/texts/rights/data-rights'
import { CalendarSection } from './calendar/calendar-section'
import { ClubsSection } from './clubs/clubs-section'
import { InstallSection } from './device/install-section'
import { UpdatesSection } from './device/updates-section'
import { PersonalSection } from './personal/personal-section'
import { PixSection } from './pix/pix-section'
import { DataSection } from './rights/data-section'
import { RulesSection } from './rules/rules-section'
import { useOpenForm } from './use-open-form'

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
        <PixSection editing={form?.kind === 'pix'} openForm={openForm} />
        <CalendarSection />
        <UpdatesSection />
        <InstallSection />
        <DataSection />
      </div>
    </>
  )
}
