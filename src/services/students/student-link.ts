import type { Uuid } from '@/domain/shared/model'
import type { Result } from '@/domain/shared/result'
import { write } from '@/services/supabase/calls'
import { STUDENT_LINK as texts } from '@/texts/students/student-link'

export const studentLink = {
  /** Makes a new link; the old one opens nothing from now on. Sent twice it makes another one, of which the last counts. */
  rotate: (student: Uuid, only?: Uuid): Promise<Result<Uuid>> =>
    write({ failed: texts.rotateFailed, done: texts.rotated, only }, (client) =>
      client.rpc('rotate_student_link', { student }),
    ),
}
