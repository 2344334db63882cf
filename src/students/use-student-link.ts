import { useQueryClient } from '@tanstack/react-query'
import { useOwner } from '@/account/use-auth'
import type { Student, Uuid } from '@/core/model'
import { paths } from '@/core/paths'
import { invalidateLinks, invalidateStudents, isLinkAwaited } from '@/data/queries/effects'
import { useOwnerMutation } from '@/data/use-owner-mutation'
import { messages } from '@/messages/data'
import { linkRequest } from '@/messages/requests'
import { studentLink } from './data'

/** The address of a student's public page. The student's row includes the link, so no connection is needed. */
export const addressOf = ({ id, link }: Pick<Student, 'id' | 'link'>): string =>
  window.location.origin + paths.publicStudent.href({ id: link ?? id })

/** Notes that the link was copied, if 'Primeiros passos' waits for that (docs/product.md, 'First steps'). */
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

export const useNewStudentLink = (studentId: Uuid) =>
  useOwnerMutation(
    (_: void, only) => studentLink.rotate(studentId, only),
    // Also after a failure: if only the answer was lost, the old link opens nothing any more. The confirmation waits
    // for this read.
    invalidateStudents,
  )
