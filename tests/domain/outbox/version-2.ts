import { BRUNO, EVA, OWNER } from './version-1'

/**
 * Outbox records exactly as the second version stored them, before lessons knew who came. Never change them: devices
 * still hold such records.
 */

export const LESSON_2 = {
  id: '22222222-0000-4000-8000-000000000001',
  owner: OWNER,
  intent: {
    kind: 'session',
    session: {
      opId: '22222222-0000-4000-8000-000000000001',
      sessionId: '22222222-0000-4000-8000-000000000001',
      date: '2026-11-20T13:00:00.000Z',
      lessonDay: '2026-11-20',
      teacher: 'Ana Ribeiro',
      notes: null,
      participants: [
        { studentId: BRUNO, feedback: { rating: 3, notes: null, tags: [] } },
        { studentId: EVA, feedback: { rating: 5, notes: 'Boa', tags: ['Saque'], clubId: null } },
      ],
    },
  },
  names: { [BRUNO]: 'Bruno Lima', [EVA]: 'Eva Nova' },
  version: 2,
  order: 1,
  queuedAt: '2026-11-20T14:10:00.000Z',
  state: 'pending',
  tries: 0,
  problem: '',
  gone: false,
  clock: null,
  sentAt: null,
  outcome: null,
}

export const STUDENT_2 = {
  ...LESSON_2,
  id: EVA,
  intent: {
    kind: 'student',
    student: {
      name: 'Eva Nova',
      email: '',
      phone: '(11) 91234-5678',
      gender: 'female',
      type: 'fixed',
      classe: '3-classe',
      notes: '',
    },
  },
  names: {},
  order: 2,
}
