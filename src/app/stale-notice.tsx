import { notifyManager, useQueryClient, type Query, type QueryClient } from '@tanstack/react-query'
import CloudOff from 'lucide-react/icons/cloud-off'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { formatReadAt } from '@/core/dates'
import { invalidateAll } from '@/data/queries/effects'
import { isPersisted } from '@/data/queries/owner-query'
import { canPersist } from '@/data/queries/persisted-queries'
import { toast } from '@/lib/browser/toast'
import { currentConnection } from '@/lib/network/connection'
import { Button } from '@/ui/button'
import { useSingleFlight } from '@/ui/forms/use-single-flight'
import { OFFLINE } from '@/ui/offline-texts'
import { useConnection, useReconnection, checkConnection } from '@/ui/use-connection'
import { useNow } from '@/ui/use-now'

/** No notice while data younger than this is fetched again. */
const OLD_MS = 60_000
/** Nor for a fetch that takes less than this. */
const SLOW_MS = 3_000

const texts = OFFLINE.staleNotice

/**
 * Above every signed-in screen while its data is stale and could not be refreshed: when the data was read, and a retry.
 * When the connection is back, everything is refetched automatically.
 */
export function StaleNotice() {
  const client = useQueryClient()
  useReconnection(useCallback(() => void invalidateAll(client), [client]))
  const { online } = useConnection()
  const { readAt, reading, failed } = useStaleSince()
  const now = useNow()
  const slow = useLongerThan(reading && readAt !== null && now.getTime() - readAt > OLD_MS, SLOW_MS)
  const refetch = useRefetch()
  const [retry, retrying] = useSingleFlight(async () => {
    await refetch()
    if (!currentConnection().online) toast({ title: texts.still, tone: 'warning' })
  })

  const state = stateOf({ online, failed: failed && !reading, slow })
  const again = online ? texts.update : texts.check
  const Icon = state === 'reading' ? RefreshCw : CloudOff
  return (
    <div role="status" className="print:hidden">
      {state !== null && (
        <div className="mb-5 rounded-lg bg-sunken px-4 py-1">
          <div className="flex min-h-11 items-center justify-between gap-3">
            <p className="flex min-w-0 items-center gap-2.5 font-semibold">
              <Icon className="size-5 shrink-0 text-ink-soft" />
              {readAt === null
                ? texts[state]
                : `${texts[state]} · ${texts.dataFrom(formatReadAt(new Date(readAt), now))}`}
            </p>
            {state !== 'reading' && (
              <Button
                tone="ghost"
                size="sm"
                className="-mr-3 shrink-0"
                pending={retrying}
                onClick={() => void retry()}
              >
                <RefreshCw className={retrying ? 'animate-spin' : undefined} />
                <span className="max-sm:sr-only">{retrying ? texts.trying : again}</span>
              </Button>
            )}
          </div>
          {!online && canPersist() === false && <p className="pb-2 text-sm">{texts.nothingKept}</p>}
        </div>
      )}
    </div>
  )
}

/** Which notice to show; null: none. */
function stateOf({ online, failed, slow }: { online: boolean; failed: boolean; slow: boolean }) {
  if (!online) return 'offline'
  if (failed) return 'failed'
  return slow ? 'reading' : null
}

/** True once `condition` has held for `ms`. */
function useLongerThan(condition: boolean, ms: number): boolean {
  const [lasts, setLasts] = useState(false)
  useEffect(() => {
    if (!condition) return
    const timer = setTimeout(() => setLasts(true), ms)
    return () => {
      clearTimeout(timer)
      setLasts(false)
    }
  }, [condition, ms])
  return lasts && condition
}

/** All queries on the screen together. `readAt`: when the oldest data was read (ms); null without data. */
type ScreenAge = { readAt: number | null; reading: boolean; failed: boolean }

/** How old the data on the screen is, and whether newer data is on its way. */
function useStaleSince(): ScreenAge {
  const client = useQueryClient()
  const subscribe = useCallback(
    // Not at once: a query that a screen makes while it renders would render this notice in the middle of it.
    (listener: () => void) => client.getQueryCache().subscribe(notifyManager.batchCalls(listener)),
    [client],
  )
  // A string, because it compares by value: an unchanged state causes no render.
  const text = useSyncExternalStore(subscribe, () => JSON.stringify(screenAge(client)))
  return JSON.parse(text) satisfies ScreenAge
}

function screenAge(client: QueryClient): ScreenAge {
  const shown = client.getQueryCache().findAll({ type: 'active' }).filter(isShown)
  const read = shown.filter(({ state }) => state.data !== undefined)
  return {
    readAt: read.length > 0 ? Math.min(...read.map(({ state }) => state.dataUpdatedAt)) : null,
    reading: shown.some(({ state }) => state.fetchStatus === 'fetching'),
    failed: read.some(({ state }) => state.status === 'error'),
  }
}

const isShown = ({ queryKey }: Query): boolean => isPersisted(queryKey[1])

/** Refetches everything on the screen, if there is a connection. */
function useRefetch(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(async () => {
    if (await checkConnection()) await client.refetchQueries({ type: 'active' })
  }, [client])
}
