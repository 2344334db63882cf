import { PendingList } from '@/components/outbox/pending-list'
import { SetAsideList } from '@/components/outbox/set-aside-list'
import { PageHeader } from '@/components/shared/page-header'
import { Button } from '@/components/ui/button'
import { TubeDrawing } from '@/components/ui/drawings'
import { EmptyState } from '@/components/ui/states'
import { isOpen } from '@/domain/outbox/outbox'
import { paths } from '@/domain/shared/paths'
import { checkConnection } from '@/hooks/offline/use-connection'
import { useOutbox, useOutboxActions } from '@/hooks/outbox/use-outbox'
import { usePageTitle } from '@/hooks/shared/use-page-title'
import { toast } from '@/lib/browser/toast'
import { OUTBOX } from '@/texts/outbox/outbox'
import { PENDING } from '@/texts/outbox/pending'
import { MESSAGES } from '@/texts/shared/messages'

const texts = PENDING.page

/** Outbox entries: waiting, in need of a decision, and sent (docs/product.md, 'Outbox'). */
export function OutboxPage() {
  usePageTitle(texts.title)
  const { entries, setAside, loaded, active } = useOutbox()
  const actions = useOutboxActions()
  const open = entries.filter(isOpen)
  const sendNow = async () => {
    await actions.sendNow()
    if (!(await checkConnection())) toast({ title: MESSAGES.common.network, tone: 'warning' })
  }
  const sent = entries.filter((entry) => !isOpen(entry)).toReversed()

  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader
        title={texts.title}
        subtitle={texts.subtitle}
        back={{ to: paths.dashboard.href(), label: 'Voltar para o dashboard' }}
      >
        {open.length > 0 && (
          <Button
            tone="main"
            className="max-sm:basis-full"
            pending={active}
            pendingLabel={texts.sendingNow}
            onClick={() => void sendNow()}
          >
            {texts.sendNow}
          </Button>
        )}
      </PageHeader>
      <SetAsideList entries={setAside} onRemove={actions.removeSetAside} />
      <PendingList id="pendentes" title={OUTBOX.waiting} shown={open} entries={entries} actions={actions} />
      {loaded && open.length === 0 && setAside.length === 0 && (
        <div className="mb-6">
          <EmptyState drawing={<TubeDrawing />} title={texts.emptyTitle} description={texts.emptyText} />
        </div>
      )}
      <PendingList
        id="enviadas"
        title={texts.sent}
        shown={sent}
        entries={entries}
        actions={actions}
        end={
          <Button tone="ghost" size="sm" className="-mr-3" onClick={() => void actions.forgetSent()}>
            {texts.forget}
          </Button>
        }
      />
    </div>
  )
}
