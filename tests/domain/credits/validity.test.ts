import { expect, test } from 'vitest'
import { extensionsAfter } from '@/credits/build-plan'
import type { ExtensionFacts } from '@/credits/plan-types'
import { studentFacts } from '../../support/world/facts'

const SESSION = '00000000-0000-4000-8000-0000000000a1'
const PACKAGE = '00000000-0000-4000-8000-0000000000a2'
const student = studentFacts()

const kept: ExtensionFacts = {
  id: '00000000-0000-4000-8000-0000000000a3',
  student_id: student.id,
  package_id: PACKAGE,
  days: 7,
  reason: 'Chuva',
  batch_id: null,
  session_id: SESSION,
  slot_id: null,
  slot_date: null,
  day: '2026-11-20',
  stands: true,
  kept: true,
}

const after = { attendance: 'present', charge: { kind: 'owed' } } as const
const lesson = (op: 'create' | 'update' | 'delete') => ({
  op,
  session: { id: SESSION },
  lessonDay: '2026-11-21',
  participants: [{ student, before: null, after: op === 'delete' ? null : after }],
})

test.each([
  ['corrected and moved', { lessons: [lesson('update')] }, ['2026-11-20']],
  ['gone, and its registration is undone', { lessons: [lesson('delete')], restores: true }, ['2026-11-20']],
  ['back', { lessons: [lesson('create')], restores: true }, []],
])('days that were kept count while their lesson is %s', (_, changes, days) => {
  expect(
    extensionsAfter({ sessions: [], occurrences: [], extensions: [kept] }, changes).map(({ day }) => day),
  ).toEqual(days)
})
