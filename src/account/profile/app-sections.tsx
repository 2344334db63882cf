import CircleCheck from 'lucide-react/icons/circle-check'
import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { clearPersistedQueries } from '@/data/queries/persisted-queries'
import { promptInstall } from '@/lib/browser/install'
import { toast } from '@/lib/browser/toast'
import { env } from '@/lib/settings/env'
import { checkForUpdate, resetApp } from '@/lib/updates/updates'
import { APP_MESSAGES } from '@/ui/app-texts'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { useSingleFlight } from '@/ui/forms/use-single-flight'
import { ConfirmDialog } from '@/ui/overlay/confirm-dialog'
import { Dialog } from '@/ui/overlay/dialog'
import { Section } from '@/ui/section'
import { useInstall } from '@/ui/use-install'

const { install, updates } = APP_MESSAGES

/** Checks for a new version and resets the app (docs/product.md, 'Updates and installing'). */
export function UpdatesSection() {
  const [asking, setAsking] = useState(false)
  const [check, checking] = useSingleFlight(async () => {
    try {
      toast((await checkForUpdate()) ? updates.available : updates.upToDate)
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
export function InstallSection() {
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
                className="figures grid size-8 shrink-0 place-items-center rounded-full bg-court font-bold text-court-ink"
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
