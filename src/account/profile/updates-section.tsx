import { useState } from 'react'
import { clearPersistedQueries } from '@/data/queries/persisted-queries'
import { toast } from '@/lib/browser/toast'
import { env } from '@/lib/settings/env'
import { checkForUpdate, resetApp } from '@/lib/updates/updates'
import { APP_MESSAGES } from '@/ui/app-texts'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { useSingleFlight } from '@/ui/forms/use-single-flight'
import { ConfirmDialog } from '@/ui/overlay/confirm-dialog'

const { updates } = APP_MESSAGES

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
    <section aria-labelledby="atualizacoes">
      <h2 id="atualizacoes" className="mb-3 flex min-h-11 items-center text-xl">
        Atualizações do App
      </h2>
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
          <Button
            tone="outline"
            size="sm"
            pending={checking}
            pendingLabel="Verificando..."
            onClick={() => void check()}
          >
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
    </section>
  )
}
