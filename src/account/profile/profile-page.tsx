import CircleCheck from 'lucide-react/icons/circle-check'
import Download from 'lucide-react/icons/download'
import { useCallback, type ReactNode, useState } from 'react'
import { CalendarSection } from '@/agenda/calendar-section'
import { AgreementSection } from '@/agreement/agreement-section'
import { ClubsSection } from '@/clubs/clubs-section'
import { SPORTS } from '@/core/constants'
import type { Profile } from '@/core/model'
import { displayPhone } from '@/core/phones'
import { changedFields, keysOf } from '@/core/records'
import { clearPersistedQueries } from '@/data/queries/persisted-queries'
import { promptInstall } from '@/lib/browser/install'
import { toast } from '@/lib/browser/toast'
import { env } from '@/lib/settings/env'
import { checkForUpdate, resetApp, updateState } from '@/lib/updates/updates'
import { PixSection } from '@/payments/pix/pix-section'
import { DataSection } from '@/rights/data-section'
import { RIGHTS_LABELS } from '@/rights/texts'
import { APP_MESSAGES } from '@/ui/app-texts'
import { Avatar } from '@/ui/avatar'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { EditButton } from '@/ui/edit-button'
import { Facts } from '@/ui/facts'
import { Field, Input } from '@/ui/fields/field'
import { DraftForm } from '@/ui/forms/draft-form'
import { PhoneField, SelectField, TextField } from '@/ui/forms/fields'
import { useRowForm } from '@/ui/forms/use-draft-form'
import { useOpenForm, type OpenForm, useCardEdit } from '@/ui/forms/use-open-form'
import { useSingleFlight } from '@/ui/forms/use-single-flight'
import { OFFLINE } from '@/ui/offline-texts'
import { ConfirmDialog } from '@/ui/overlay/confirm-dialog'
import { Dialog } from '@/ui/overlay/dialog'
import { BACK_TO_DASHBOARD, PageHeader } from '@/ui/page-header'
import { QueryView } from '@/ui/query-view'
import { Section } from '@/ui/section'
import { Skeleton } from '@/ui/states'
import { Tabs } from '@/ui/tabs'
import { useAddress } from '@/ui/use-address'
import { useInstall } from '@/ui/use-install'
import { usePageTitle } from '@/ui/use-page-title'
import { useRefreshAll } from '@/ui/use-refresh'
import { PROFILE_MESSAGES as texts } from '../texts'
import { useAuth } from '../use-auth'
import { useProfile, useUpdateProfile } from '../use-profile'
import { RulesSection } from './rules-section'
import { profileForm, profileSchema } from './schema'
import { PROFILE_TABS } from './texts'

/** The tabs by their names in the address; the first needs none. */
const TABS = keysOf(PROFILE_TABS)
type ProfileTab = keyof typeof PROFILE_TABS

const GRID = 'grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]'

/** The coach's own data, the clubs, and the app on this device (docs/product.md, 'Clubs and profile'). */
export function ProfilePage() {
  usePageTitle(RIGHTS_LABELS.profile)
  useRefreshAll()
  const { form } = useOpenForm()
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
        <AgreementSection />
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

const SPORT_OPTIONS = SPORTS.map((sport) => ({ value: sport, label: sport }))

function PersonalSection() {
  const read = useProfile()
  const { editing, button, open, close } = useCardEdit('personal')
  const edit = read.data && !editing && <EditButton ref={button} onClick={open} />
  // An account without a profile looks like one whose profile could not be read.
  const query = { ...read, data: read.data ?? undefined, isError: !read.isPending }
  return (
    <Section title="Informações Pessoais" id="dados-pessoais" action={edit}>
      <QueryView query={query} failed={{ title: texts.loadFailed }} skeleton={<LoadingPersonal />}>
        {(profile) =>
          editing ? <PersonalForm profile={profile} onClose={close} /> : <PersonalCard profile={profile} />
        }
      </QueryView>
    </Section>
  )
}

function PersonalCard({ profile }: { profile: Profile }) {
  const { user } = useAuth()
  const facts = {
    Telefone: displayPhone(profile.phone) || 'Não informado',
    'Esporte Principal': profile.main_sport,
  }
  return (
    <Card className="md:p-6">
      <div className="flex items-center gap-4">
        <Avatar of={profile} size="lg" />
        <div className="min-w-0">
          <p className="line-clamp-3 text-lg leading-tight font-extrabold">{profile.name}</p>
          <p className="text-ink-soft">{user?.email}</p>
        </div>
      </div>
      <Facts facts={facts} className="mt-5 border-t border-line pt-5" />
    </Card>
  )
}

const LoadingPersonal = () => (
  <Card role="status" aria-label="Carregando perfil" className="md:p-6">
    <div className="flex items-center gap-4">
      <Skeleton className="size-16 rounded-xl" />
      <div className="flex flex-1 flex-col gap-2">
        <Skeleton className="h-5 w-40 max-w-full" />
        <Skeleton className="h-4 w-52 max-w-full" />
      </div>
    </div>
    <div className="mt-5 grid gap-4 border-t border-line pt-5 min-[400px]:grid-cols-2">
      <Skeleton className="h-11" />
      <Skeleton className="h-11" />
    </div>
  </Card>
)

/** The form of the coach's own data. The login's email cannot be changed here. */
function PersonalForm({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const { user } = useAuth()
  const update = useUpdateProfile()
  const { refetch } = useProfile()
  const { form, frame } = useRowForm({
    name: 'profile',
    schema: profileSchema,
    row: profile,
    formOf: profileForm,
    read: async () => (await refetch()).data,
    tell: (now) => ({
      name: ['Nome', now.name],
      phone: ['Telefone', displayPhone(now.phone)],
      mainSport: ['Esporte Principal', now.main_sport],
    }),
    focus: 'name',
    focusAtOnce: true,
    send: async (values, seen) => {
      const changed = changedFields(values, seen)
      return changed && update.mutateAsync({ values: changed, seen })
    },
    done: texts.updated,
    failed: texts.updateFailed,
    onClose,
  })
  return (
    <Card className="md:p-6">
      <DraftForm frame={frame} offline={OFFLINE.needs.profile}>
        <div className="flex flex-col gap-5">
          <TextField
            form={form}
            name="name"
            label="Nome"
            required
            input={{ autoComplete: 'name', autoCapitalize: 'words' }}
          />
          <Field label="Email" hint="É o email com que você entra.">
            {(aria) => (
              <Input
                {...aria}
                type="email"
                readOnly
                autoComplete="email"
                className="border-dashed"
                value={user?.email ?? ''}
              />
            )}
          </Field>
          <PhoneField
            form={form}
            name="phone"
            label="Telefone"
            optional
            hint="Com ele, a página do aluno mostra o botão para falar com você."
          />
          <SelectField
            form={form}
            name="mainSport"
            label="Esporte Principal"
            required
            options={SPORT_OPTIONS}
            placeholder="Selecione"
          />
        </div>
      </DraftForm>
    </Card>
  )
}

const { install, updates } = APP_MESSAGES

/** Checks for a new version and resets the app (docs/product.md, 'Updates and installing'). */
function UpdatesSection() {
  const [asking, setAsking] = useState(false)
  const [check, checking] = useSingleFlight(async () => {
    try {
      const isOut = await checkForUpdate()
      const { action } = updates.banner[updateState() === 'replaced' ? 'replaced' : 'available']
      toast(isOut ? updates.available(action) : updates.upToDate)
    } catch {
      toast({ ...updates.failed, tone: 'error' })
    }
  })
  const [reset, resetting] = useSingleFlight(async () => {
    try {
      await resetApp(clearPersistedQueries)
    } catch {
      setAsking(false)
      toast({ ...updates.resetFailed, tone: 'error' })
    }
  })
  return (
    <Section title="Atualizações do App" id="atualizacoes">
      <Card className="flex flex-col gap-4">
        <p className="text-ink-soft">
          Se algo parecer antigo ou fora do lugar, verifique se há uma versão nova.
          {env.version !== '' && (
            <>
              {' '}
              Versão deste app: <span className="figures font-semibold text-ink">{env.version}</span>.
            </>
          )}
        </p>
        <div className="flex flex-wrap gap-3">
          <Button size="sm" pending={checking} pendingLabel="Verificando..." onClick={() => void check()}>
            Verificar Atualizações
          </Button>
          <Button tone="ghost" size="sm" onClick={() => setAsking(true)}>
            Limpar Cache e Resetar
          </Button>
        </div>
      </Card>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Limpar Cache e Resetar"
        description={updates.confirmReset}
        confirmLabel="Continuar"
        pendingLabel="Limpando..."
        pending={resetting}
        onConfirm={() => void reset()}
      />
    </Section>
  )
}

/** How to install the app on this device (docs/product.md, 'Updates and installing'). */
function InstallSection() {
  const state = useInstall()
  const [showSteps, setShowSteps] = useState(false)
  return (
    <Section title="Instalar App" id="instalar">
      <Card className="flex flex-col items-start gap-4">
        {state === 'installed' && (
          <p className="flex items-center gap-2 font-semibold text-ok">
            <CircleCheck className="size-5 shrink-0" />
            {install.installed}
          </p>
        )}
        {(state === 'offered' || state === 'ios') && (
          <>
            <p className="text-ink-soft">{install.why}</p>
            <Button
              tone="court"
              size="sm"
              onClick={() => (state === 'ios' ? setShowSteps(true) : void promptInstall())}
            >
              <Download />
              Instalar App
            </Button>
          </>
        )}
        {state === 'unsupported' && <p className="text-ink-soft">{install.unsupported}</p>}
      </Card>
      <Dialog open={showSteps} onOpenChange={setShowSteps} title={install.ios.title}>
        <ol className="flex flex-col gap-3">
          {install.ios.steps.map((step, at) => (
            <li key={step} className="flex items-start gap-3">
              <span
                aria-hidden="true"
                className={
                  'figures grid size-8 shrink-0 place-items-center rounded-full bg-court font-bold ' +
                  'text-court-ink'
                }
              >
                {at + 1}
              </span>
              <span className="pt-1">{step}</span>
            </li>
          ))}
        </ol>
      </Dialog>
    </Section>
  )
}
