import Upload from 'lucide-react/icons/upload'
import { useState } from 'react'
import { OfflineNotice } from '@/components/offline/offline-notice'
import { ExportButtons } from '@/components/rights/export-buttons'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { useConnection } from '@/hooks/offline/use-connection'
import { useIsAccountEmpty, useWaitingCount } from '@/hooks/rights/use-data-rights'
import { exportToFile } from '@/hooks/rights/use-export'
import { OFFLINE } from '@/texts/offline/offline'
import { DATA_RIGHTS, RIGHTS_LABELS } from '@/texts/rights/data-rights'
import { CloseAccountDialog } from './close-account-dialog'
import { ImportDialog } from './import-dialog'

const EXPORT_HINT = 'exportar-tudo'
const IMPORT_HINT = 'importar-dados'
const CLOSE_HINT = 'encerrar-conta'

/** Export, import and closing the account (LGPD; docs/product.md, 'Rights of the coach'). */
export function DataSection() {
  const { online } = useConnection()
  const waiting = useWaitingCount()
  const isEmpty = useIsAccountEmpty()
  const [dialog, setDialog] = useState<'import' | 'close' | null>(null)
  const close = () => setDialog(null)
  return (
    <section aria-labelledby="meus-dados" className="lg:col-span-2">
      <h2 id="meus-dados" className="mb-3 flex min-h-11 items-center text-xl">
        {RIGHTS_LABELS.account}
      </h2>
      <Card className="md:p-6">
        <OfflineNotice online={online}>{OFFLINE.needs.account}</OfflineNotice>
        <div className="grid gap-6 *:flex *:flex-col *:items-start *:gap-3 md:grid-cols-[3fr_2fr_2fr]">
          <div>
            <Explained id={EXPORT_HINT} title={RIGHTS_LABELS.exportAll}>
              {DATA_RIGHTS.export.why}
              {waiting > 0 && (
                <strong className="text-caution"> {DATA_RIGHTS.export.without(waiting)}</strong>
              )}
            </Explained>
            <ExportButtons describedBy={EXPORT_HINT} onExport={(format) => exportToFile(format)} />
          </div>
          <div className="border-line max-md:border-t max-md:pt-5">
            <Explained id={IMPORT_HINT} title={RIGHTS_LABELS.import}>
              {isEmpty === false ? DATA_RIGHTS.import.notEmpty : DATA_RIGHTS.import.why}
            </Explained>
            {isEmpty !== false && (
              <Button
                tone="outline"
                size="sm"
                aria-describedby={IMPORT_HINT}
                onClick={() => setDialog('import')}
              >
                <Upload aria-hidden="true" />
                {RIGHTS_LABELS.import}
              </Button>
            )}
          </div>
          <div className="border-line max-md:border-t max-md:pt-5">
            <Explained id={CLOSE_HINT} title={RIGHTS_LABELS.close}>
              {DATA_RIGHTS.close.why}
            </Explained>
            <Button
              tone="ghost"
              size="sm"
              className="-mx-4 text-bad!"
              aria-describedby={CLOSE_HINT}
              onClick={() => setDialog('close')}
            >
              {RIGHTS_LABELS.close}
            </Button>
          </div>
        </div>
      </Card>
      <ImportDialog open={dialog === 'import'} onClose={close} />
      <CloseAccountDialog open={dialog === 'close'} onClose={close} />
    </section>
  )
}

function Explained({ id, title, children }: { id: string; title: string; children: React.ReactNode }) {
  return (
    <div>
      <h3 className="text-base">{title}</h3>
      <p id={id} className="mt-1 text-[15px] text-ink-soft">
        {children}
      </p>
    </div>
  )
}
