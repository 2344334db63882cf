import type { Package } from '@/core/model'
import { CREDIT_ACTIONS } from '@/credits/texts'
import { Button } from '@/ui/button'
import { aboutPackage } from './rules'
import { useStartToday } from './use-package-edits'

/** 'Começar hoje': lets a package that was bought for a later day begin today. */
export function StartButton({ pkg, onStarted }: { pkg: Package; onStarted?: () => void }) {
  const [start, starting] = useStartToday(onStarted)
  return (
    <Button
      tone="court"
      size="sm"
      pending={starting}
      aria-label={`${CREDIT_ACTIONS.start} ${aboutPackage(pkg)}`}
      onClick={() => void start(pkg)}
    >
      {CREDIT_ACTIONS.start}
    </Button>
  )
}
