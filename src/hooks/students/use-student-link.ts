import { queryOptions, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { linkRequest } from '@/domain/messages/requests'
import type { Student, Uuid } from '@/domain/shared/model'
import { paths } from '@/domain/shared/paths'
import { useOwner } from '@/hooks/account/use-auth'
import { invalidateLinks, isLinkAwaited } from '@/queries/effects'
import { queryKeys } from '@/queries/query-keys'
import { unwrap } from '@/queries/service-error'
import { messages } from '@/services/messages/messages'
import { studentLink } from '@/services/students/student-link'

const linkQuery = (owner: Uuid | null, studentId: Uuid) =>
  queryOptions({
    queryKey: queryKeys.studentLink(owner ?? '', studentId),
    queryFn: owner === null ? skipToken : () => unwrap(studentLink.get(studentId)),
  })

const addressOf = (link: Uuid): string => window.location.origin + paths.publicStudent.href({ id: link })

/** The address of a student's public page; read only where it is `wanted`. */
export function useStudentAddress(studentId: Uuid, wanted = true) {
  return useQuery({ ...linkQuery(useOwner(), studentId), enabled: wanted, select: addressOf })
}

/**
 * Notes that the link was copied, if 'Primeiros passos' waits for that (docs/product.md, 'First steps'). Nobody waits for the
 * answer.
 */
export function useNoteCopiedLink(student: Pick<Student, 'id' | 'name'>) {
  const client = useQueryClient()
  const owner = useOwner()
  return async () => {
    if (!isLinkAwaited(client, owner)) return
    const copied = { ...linkRequest(student), cause: `copied:${student.id}` }
    const result = await messages.record(copied, owner ?? undefined)
    if (result.success) await invalidateLinks(client, owner)
  }
}

export function useNewStudentLink(studentId: Uuid) {
  const client = useQueryClient()
  const owner = useOwner()
  return useMutation({
    mutationFn: () => studentLink.rotate(studentId, owner ?? undefined),
    // Also after a failure: its answer may have been lost. Removed, so that a link which opens nothing is never copied.
    onSettled: () => client.resetQueries({ queryKey: queryKeys.studentLink(owner ?? '', studentId) }),
  })
}
