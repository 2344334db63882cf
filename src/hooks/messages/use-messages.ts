import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { openedAt, openedMessages, type Notice } from '@/domain/messages/notices'
import type { MessageKind, MessageRequest } from '@/domain/messages/requests'
import type { Instant, Uuid } from '@/domain/shared/model'
import { useOwner } from '@/hooks/account/use-auth'
import { useOwnerMutation } from '@/hooks/data/use-owner-mutation'
import { toastFailure } from '@/hooks/forms/toast-failure'
import { invalidateLinks, invalidateMessages } from '@/queries/effects'
import { ownerQuery } from '@/queries/owner-query'
import { messages } from '@/services/messages/messages'
import { MESSAGES_SERVICE } from '@/texts/messages/messages-service'
import { MESSAGES } from '@/texts/shared/messages'

const noticesQuery = (owner: Uuid | null) =>
  ownerQuery(owner, ['notices'], () => messages.notices(new Date()))

/** When a message was opened last, as `openedAt`. With `known` only what this device has read: nothing is requested. */
export function useOpenedAt({ known = false } = {}): (
  request: MessageRequest,
  since?: Instant,
) => Instant | null {
  const { data } = useQuery({ ...noticesQuery(useOwner()), ...(known && { enabled: false }) })
  const opened = useMemo(() => data && openedMessages(data), [data])
  return useCallback((request, since) => openedAt(opened, request, since), [opened])
}

/** True while it is not known which messages were opened. */
export const useOpenedLoading = (): boolean => useQuery(noticesQuery(useOwner())).isLoading

/** Notes that a message was opened. */
export const useRecordNotice = () =>
  useOwnerMutation(messages.record, (client, result, { kind, student, cause }: MessageRequest, owner) => {
    if (!result.success) {
      toastFailure({ title: MESSAGES_SERVICE.record, description: MESSAGES.common.tryAgain }, result)
      return
    }
    const notice: Notice = { kind, student_id: student?.id ?? null, cause, opened_at: result.data }
    // The newest last: of one message the last one counts. An unread list is read when a screen needs it.
    client.setQueryData(noticesQuery(owner).queryKey, (list) => list && [...list, notice])
    if (kind === 'student_link') void invalidateLinks(client, owner)
  })

/** The coach's own texts of messages. */
export const useMessageTemplates = () => useQuery(ownerQuery(useOwner(), ['messages'], messages.templates))

export const useSaveTemplate = () =>
  useOwnerMutation(
    ({ kind, body, seen }: { kind: MessageKind; body: string | null; seen: Instant | null }, only) =>
      messages.save(kind, body, seen, only),
    (client, result) => {
      if (result.success || result.code === 'overtaken') void invalidateMessages(client)
    },
  )
