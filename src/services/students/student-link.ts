import type { Uuid } from '@/domain/shared/model'
import type { Result } from '@/domain/shared/result'
import { asOwner } from '@/services/account/owner'
import { mayHaveHappened, send } from '@/services/network/retry'
import { inDoubt, success, toFailure } from '@/services/supabase/errors'
import { STUDENT_LINK as texts } from '@/texts/students/student-link'

export const studentLink = {
  /** Makes a new link; the old one opens nothing from now on. Sent twice it makes another one, of which the last counts. */
  rotate: (student: Uuid, only?: Uuid): Promise<Result<Uuid>> =>
    asOwner({ failed: texts.rotateFailed, only }, async (client) => {
      const sent = await send(() => client.rpc('rotate_student_link', { student }))
      const { response } = sent
      if (!response.error) return success(response.data, texts.rotated)
      const failed = toFailure(response, texts.rotateFailed)
      return mayHaveHappened(sent) ? inDoubt(failed) : failed
    }),
}
