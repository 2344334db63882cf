import { useCallback, useEffect, useState } from 'react'
import { MISSING_SCREEN } from '@/core/common-texts'
import { Button } from './button'
import { isThere } from './lazy-page'

/** Reloads once the connection is back, because browsers do not fetch a failed module again within a page. */
export function Missing({ as: Heading = 'h1' }: { as?: 'h1' | 'h2' }) {
  const [trying, setTrying] = useState(false)
  const tryAgain = useCallback(async () => {
    setTrying(true)
    if (await isThere(window.location.href)) window.location.reload()
    else setTrying(false)
  }, [])
  useEffect(() => {
    const onOnline = () => void tryAgain()
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  }, [tryAgain])
  return (
    <>
      <Heading className="text-2xl">{MISSING_SCREEN.title}</Heading>
      <p className="text-ink-soft" role="status">
        {MISSING_SCREEN.description}
      </p>
      <Button
        tone="court"
        pending={trying}
        pendingLabel={MISSING_SCREEN.retrying}
        onClick={() => void tryAgain()}
      >
        {MISSING_SCREEN.retry}
      </Button>
    </>
  )
}
