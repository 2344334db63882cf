import CircleCheck from 'lucide-react/icons/circle-check'
import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { promptInstall } from '@/lib/browser/install'
import { APP_MESSAGES } from '@/ui/app-texts'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { Dialog } from '@/ui/overlay/dialog'
import { useInstall } from '@/ui/use-install'

const { install } = APP_MESSAGES

/** How to install the app on this device (docs/product.md, 'Updates and installing'). */
export function InstallSection() {
  const state = useInstall()
  const [showSteps, setShowSteps] = useState(false)
  return (
    <section aria-labelledby="instalar">
      <h2 id="instalar" className="mb-3 flex min-h-11 items-center text-xl">
        Instalar App
      </h2>
      <Card className="flex flex-col items-start gap-4">
        {state === 'installed' && (
          <p className="flex items-center gap-2 font-semibold text-ok">
            <CircleCheck className="size-5 shrink-0" aria-hidden="true" />
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
              <Download aria-hidden="true" />
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
    </section>
  )
}
