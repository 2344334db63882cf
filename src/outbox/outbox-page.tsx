import Trash2 from 'lucide-react/icons/trash'
import { useRef } from 'react'
import { COMMON_MESSAGES } from '@/core/common-texts'
import { toast } from '@/lib/browser/toast'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { TubeDrawing } from '@/ui/drawings'
import { BACK_TO_DASHBOARD, PageHeader } from '@/ui/page-header'
import { EmptyState } from '@/ui/states'
import { checkConnection } from '@/ui/use-connection'
import { useFocusKept } from '@/ui/use-focus-after'
import { usePageTitle } from '@/ui/use-page-title'
import { PendingList, RemovableList } from './pending-list'
import { PENDING } from './pending-texts'
import { isOpen, isReady } from './rules'
import { OUTBOX } from './texts'
import { useOutbox, useOutboxActions } from './use-outbox'

/** Outbox entries: waiting, in need of a decision, and sent (docs/product.md, 'Outbox'). */
export function OutboxPage() {
  usePageTitle('Pendências')
  useFocusKept()
  const { entries, setAside, loaded, active } = useOutbox()
  const actions = useOutboxActions()
  const unreadable = useRef<HTMLHeadingElement>(null)
  const open = entries.filter(isOpen)
  const sendNow = async () => {
    await actions.sendNow()
    if (!(await checkConnection())) toast({ title: COMMON_MESSAGES.network, tone: 'warning' })
  }
  const sent = entries.filter((entry) => !isOpen(entry)).toReversed()

  return (
    <div className="max-w-2xl">
      <PageHeader title="Pendências" subtitle="O que você registrou sem conexão" back={BACK_TO_DASHBOARD}>
        {open.some((entry) => isReady(entry, entries)) && (
          <Button
            tone="main"
            className="max-sm:basis-full"
            pending={active}
            pendingLabel="Enviando..."
            onClick={() => void sendNow()}
          >
            Enviar agora
          </Button>
        )}
      </PageHeader>
      <RemovableList
        id="nao-lidas"
        title="Não foi possível ler"
        heading={unreadable}
        items={setAside}
        asked={() => PENDING.remove.setAside}
        onRemove={actions.removeSetAside}
      >
        {({ id, reason }, onRemove) => (
          <Card role="group" aria-labelledby={`nao-lida-${id}`} className="flex flex-col gap-3">
            <h3 id={`nao-lida-${id}`} className="text-[17px]">
              {OUTBOX.setAside[reason]}
            </h3>
            <p className="text-[15px]">{PENDING.setAside[reason]}</p>
            <Button tone="ghost" size="sm" className="-mx-2 -mb-1 self-end px-2.5" onClick={onRemove}>
              <Trash2 />
              Apagar
            </Button>
          </Card>
        )}
      </RemovableList>
      <PendingList id="pendentes" title={OUTBOX.waiting} shown={open} />
      {loaded && open.length === 0 && setAside.length === 0 && (
        <div className="mb-6">
          <EmptyState
            drawing={<TubeDrawing />}
            title="Tudo sincronizado"
            description="Aulas e alunos registrados sem conexão aparecem aqui até serem enviados."
          />
        </div>
      )}
      <PendingList
        id="enviadas"
        title="Enviadas"
        shown={sent}
        end={
          <Button tone="ghost" size="sm" className="-mr-3" onClick={() => void actions.forgetSent()}>
            Limpar enviadas
          </Button>
        }
      />
    </div>
  )
}
