/**
 * Outbox records exactly as the first version of the app stored them. Never change them: devices still hold such
 * records.
 */

export const OWNER = '0b8f6a52-8f43-4a39-9f1e-6e1f3f0e5a01'
export const BRUNO = 'b1b1b1b1-0000-4000-8000-000000000001'
export const EVA = 'e7e7e7e7-0000-4000-8000-000000000002'

export const LESSON_1 = {
  id: '11111111-0000-4000-8000-000000000001',
  owner: OWNER,
  intention: {
    kind: 'lesson',
    lesson: {
      opId: '11111111-0000-4000-8000-000000000001',
      sessionId: '11111111-0000-4000-8000-000000000001',
      date: '2026-11-20T13:00:00.000Z',
      lessonDay: '2026-11-20',
      teacher: 'Ana Ribeiro',
      notes: 'Chuva fraca',
      studentIds: [BRUNO, EVA],
      feedbacks: [
        { studentId: EVA, rating: 5, notes: 'Ótimo saque', tags: ['Saque', 'Voleio'], clubId: null },
        { studentId: BRUNO, rating: 3, notes: null, tags: [] },
      ],
    },
  },
  names: { [BRUNO]: 'Bruno Lima', [EVA]: 'Eva Nova' },
  order: 2,
  keptAt: '2026-11-20T14:10:00.000Z',
  state: 'waiting',
  tries: 1,
  problem: '',
  gone: false,
  clock: -420000,
  sentAt: null,
  outcome: null,
}

export const STUDENT_1 = {
  id: EVA,
  owner: OWNER,
  intention: {
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
  order: 1,
  keptAt: '2026-11-20T14:05:00.000Z',
  state: 'sending',
  tries: 2,
  problem: '',
  gone: false,
  clock: null,
  sentAt: null,
  outcome: null,
}

export const SENT_1 = {
  ...LESSON_1,
  id: '11111111-0000-4000-8000-000000000003',
  order: 3,
  state: 'sent',
  clock: 'settled',
  sentAt: '2026-11-20T15:00:00.000Z',
  outcome: { withoutPackage: ['Bruno Lima'], differs: false },
}

export const REFUSED_1 = {
  ...STUDENT_1,
  id: '11111111-0000-4000-8000-000000000004',
  order: 4,
  state: 'refused',
  problem: 'Este aluno foi removido',
  gone: true,
}
