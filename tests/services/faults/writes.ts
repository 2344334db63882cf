import { ACCOUNT_WRITES } from './account-writes'
import { AGENDA_WRITES } from './agenda-writes'
import { AGREEMENT_WRITES } from './agreement-writes'
import { LESSON_WRITES } from './lesson-writes'
import { OPENING_WRITES } from './opening-writes'
import { PACKAGE_WRITES } from './package-writes'
import type { Write } from './scene'
import { STUDENT_WRITES } from './student-writes'
import { SUBJECT_WRITES } from './subject-writes'

/** Every write of the app; complete.test.ts checks that none is missing. */
export const WRITES: readonly Write[] = [
  ...STUDENT_WRITES,
  ...PACKAGE_WRITES,
  ...LESSON_WRITES,
  ...AGENDA_WRITES,
  ...AGREEMENT_WRITES,
  ...OPENING_WRITES,
  ...SUBJECT_WRITES,
  ...ACCOUNT_WRITES,
]
