import { Button } from '../button'

/**
 * Says that a draft was restored and offers to discard it (docs/product.md, 'Drafts'). In a column that has gaps it
 * adds none.
 */
export const DraftNotice = ({ onDiscard }: { onDiscard: () => void }) => (
  <div
    role="status"
    className={
      'mb-5 flex [.flex>&]:mb-0 flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-lg ' +
      'bg-info-soft px-4 py-2 text-info'
    }
  >
    <p className="font-semibold">Recuperamos o que você estava escrevendo.</p>
    <Button tone="ghost" size="sm" className="-mx-4 text-info" onClick={onDiscard}>
      Começar do zero
    </Button>
  </div>
)
