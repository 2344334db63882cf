import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useOwner } from '@/account/use-auth'
import type { Instant, Uuid } from '@/core/model'
import { invalidateLinks, invalidateMessages } from '@/data/queries/effects'
import { ownerQuery } from '@/data/queries/owner-query'
import { useOwnerMutation } from '@/data/use-owner-mutation'
import { toastFailure } from '@/ui/forms/toast-failure'
import { messages } from './data'
import { openedAt, openedMessages, type MessageKind, type MessageRequest, type Notice } from './requests'
import { MESSAGE_TEXTS } from './texts'

const noticesQuery = (owner: Uuid | null) =>
  ownerQuery(owner, ['notices'], () => messages.notices(new Date()))

/** What is known of the messages that were opened. Until there are data, all students would count as untold. */
export const useNotices = () => useQuery(noticesQuery(useOwner()))

/** When a message was last opened, as `openedAt` says. */
export function useOpenedAt(): (request: MessageRequest, since?: Instant) => Instant | null {
  const { data } = useNotices()
  const opened = useMemo(() => data && openedMessages(data), [data])
  return useCallback((request, since) => openedAt(opened, request, since), [opened])
}

export const useRecordNotice = () =>
  useOwnerMutation(messages.record, (client, result, { kind, student, cause }: MessageRequest, owner) => {
    if (!result.success) {
      toastFailure(MESSAGE_TEXTS.recordFailed, result)
      return
    }
    const notice: Notice = { kind, student_id: student?.id ?? null, cause, opened_at: result.data }
    // The newest last: of one message the last notice counts. A screen that needs an unread list reads it.
    client.setQueryData(noticesQuery(owner).queryKey, (list) => list && [...list, notice])
    if (kind === 'student_link') void invalidateLinks(client, owner)
  })

const templatesQuery = (owner: Uuid | null) => ownerQuery(owner, ['messages'], messages.templates)

export const useMessageTemplates = () => useQuery(templatesQuery(useOwner()))

export const useSaveTemplate = () =>
  useOwnerMutation(
    ({ kind, body, seen }: { kind: MessageKind; body: string | null; seen: Instant | null }, only) =>
      messages.save(kind, body, seen, only),
    (client, result, { kind }, owner) => {
      // The form closes at once, and the list must already show what was saved.
      if (result.success) {
        const saved = result.data ?? []
        client.setQueryData(templatesQuery(owner).queryKey, (shown) =>
          shown?.filter((each) => each.kind !== kind).concat(saved),
        )
      }
      if (result.success || result.code === 'overtaken') void invalidateMessages(client)
    },
  )
