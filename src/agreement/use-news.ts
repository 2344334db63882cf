import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useOwner } from '@/account/use-auth'
import { profileQuery, useUpdateRules } from '@/account/use-profile'
import { useKeptAgenda } from '@/agenda/use-agenda'
import { useNow } from '@/ui/use-now'
import { replyNews, type ReplyNews } from './news'

/** Up to when this account has seen news of students; undefined until this device has read it. Makes no request. */
export function useSeenAt() {
  const { data } = useQuery({ ...profileQuery(useOwner()), enabled: false })
  return data?.replies_seen_at
}

/** Whether there is news of students that this account has not seen. */
export function useHasNews(): boolean {
  const now = useNow()
  const seenAt = useSeenAt()
  return replyNews(useKeptAgenda()?.occurrences ?? [], seenAt, now).some(({ isNew }) => isNew)
}

/** Marks the shown news as seen once the screen is left. */
export function useSeenWhenLeft(shown: readonly ReplyNews[]) {
  const { mutate } = useUpdateRules()
  const newest = shown
    .filter(({ isNew }) => isNew)
    .map(({ since }) => since)
    .toSorted((a, b) => Date.parse(a) - Date.parse(b))
    .at(-1)
  const seen = useRef(newest)
  useEffect(() => {
    seen.current = newest
  }, [newest])
  useEffect(
    () => () => {
      if (seen.current !== undefined) mutate({ rules: { replies_seen_at: seen.current } })
    },
    [mutate],
  )
}
