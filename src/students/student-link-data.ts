import type { Uuid } from '@/core/model'
import type { Result } from '@/core/result'
import { write } from '@/data/calls'
import { STUDENT_LINK as texts } from './link-texts'

export const studentLink = {
  /** Makes a new link; the old one opens nothing from now on. Sent twice it makes another one, of which the last counts. */
  rotate: (student: Uuid, only?: Uuid): Promise<Result<Uuid>> =>
    write({ failed: texts.rotateFailed, done: texts.rotated, only }, (client) =>
      client.rpc('rotate_student_link', { student }),
    ),
}
