import { useQueryClient } from '@tanstack/react-query'
import { linkRequest } from '@/domain/messages/requests'
import type { Student, Uuid } from '@/domain/shared/model'
import { paths } from '@/domain/shared/paths'
import { useOwner } from '@/hooks/account/use-auth'
import { useOwnerMutation } from '@/hooks/data/use-owner-mutation'
import { invalidateLinks, invalidateStudents, isLinkAwaited } from '@/queries/effects'
import { messages } from '@/services/messages/messages'
import { studentLink } from '@/services/students/student-link'

/** The address of a student's public page. The link comes with the student, so it is known without a connection. */
export const addressOf = ({ id, link }: Pick<Student, 'id' | 'link'>): string =>
  window.location.origin + paths.publicStudent.href({ id: link ?? id })

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

export const useNewStudentLink = (studentId: Uuid) =>
  useOwnerMutation(
    (_: void, only) => studentLink.rotate(studentId, only),
    // Also after a failure: its answer may have been lost, and the old link opens nothing. The confirmation waits for it.
    invalidateStudents,
  )
