import { COMMON_MESSAGES } from '@/core/common-texts'
import { paths } from '@/core/paths'
import { toast } from '@/lib/browser/toast'
import { Button } from '@/ui/button'
import { TubeDrawing } from '@/ui/drawings'
import { PageHeader } from '@/ui/page-header'
import { EmptyState } from '@/ui/states'
import { checkConnection } from '@/ui/use-connection'
import { usePageTitle } from '@/ui/use-page-title'
import { PendingList } from './pending-list'
import { PENDING } from './pending-texts'
import { isOpen } from './rules'
import { SetAsideList } from './set-aside-list'
import { OUTBOX } from './texts'
import { useOutbox, useOutboxActions } from './use-outbox'

const texts = PENDING.page

/** Outbox entries: waiting, in need of a decision, and sent (docs/product.md, 'Outbox'). */
export function OutboxPage() {
  usePageTitle(texts.title)
  const { entries, setAside, loaded, active } = useOutbox()
  const actions = useOutboxActions()
  const open = entries.filter(isOpen)
  const sendNow = async () => {
    await actions.sendNow()
    if (!(await checkConnection())) toast({ title: COMMON_MESSAGES.network, tone: 'warning' })
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
