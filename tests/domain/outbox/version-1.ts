/** Outbox records exactly as the first version of the app stored them. Never change them: devices hold such records. */

export const OWNER = '0b8f6a52-8f43-4a39-9f1e-6e1f3f0e5a01'
export const BRUNO = 'b1b1b1b1-0000-4000-8000-000000000001'
export const EVA = 'e7e7e7e7-0000-4000-8000-000000000002'

const EVERY = {
  version: 1,
  owner: OWNER,
  queuedAt: '2026-11-20T14:10:00.000Z',
  names: { [BRUNO]: 'Bruno Lima', [EVA]: 'Eva Nova' },
  state: 'pending',
  problem: '',
  gone: false,
  beside: null,
  clock: null,
  sentAt: null,
  outcome: null,
}

const STUDENT = {
  ...EVERY,
  id: EVA,
  order: 1,
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
  state: 'sending',
}

const LESSON = {
  ...EVERY,
  id: '11111111-0000-4000-8000-000000000001',
  order: 2,
  intent: {
    kind: 'session',
    session: {
      opId: '11111111-0000-4000-8000-000000000001',
      sessionId: '11111111-0000-4000-8000-000000000001',
      date: '2026-11-20T13:00:00.000Z',
      lessonDay: '2026-11-20',
      teacher: 'Ana Ribeiro',
      notes: 'Chuva fraca',
      participants: [
        { studentId: BRUNO, attendance: 'absent' },
        {
          studentId: EVA,
          feedback: { rating: 5, notes: 'Ótimo saque', privateNotes: 'Ombro', tags: ['Saque'], clubId: null },
        },
      ],
      slot: { slotId: '22222222-0000-4000-8000-000000000001', slotDate: '2026-11-20', movedTo: null },
    },
  },
  clock: -420000,
}

const SKIP = {
  ...EVERY,
  id: '11111111-0000-4000-8000-000000000002',
  order: 3,
  intent: {
    kind: 'skip',
    skip: {
      opId: '11111111-0000-4000-8000-000000000002',
      occurrences: [
        {
          slotId: '22222222-0000-4000-8000-000000000001',
          slotDate: '2026-11-20',
          day: '2026-11-20',
          startsAt: { instant: '2026-11-20T15:00:00Z', zone: 'America/Sao_Paulo' },
          movedTo: null,
          studentIds: [BRUNO],
        },
      ],
      reason: 'rain',
      extension: { days: 7 },
    },
  },
  state: 'refused',
  problem: 'Aluno não encontrado',
}

const FEEDBACK = {
  ...EVERY,
  id: '11111111-0000-4000-8000-000000000003',
  order: 4,
  intent: {
    kind: 'feedback',
    feedback: {
      opId: '11111111-0000-4000-8000-000000000003',
      sessionId: '11111111-0000-4000-8000-000000000001',
      studentId: EVA,
      feedback: { rating: 5, tags: ['Saque'], clubId: null },
    },
  },
}

const LINK = {
  ...EVERY,
  id: '11111111-0000-4000-8000-000000000005',
  order: 6,
  intent: {
    kind: 'link',
    link: {
      opId: '11111111-0000-4000-8000-000000000005',
      sessionId: '11111111-0000-4000-8000-000000000006',
      slot: { slotId: '22222222-0000-4000-8000-000000000001', slotDate: '2026-11-20', movedTo: null },
      begins: '2026-11-20T15:00:00Z',
    },
  },
}

const SENT = {
  ...LESSON,
  id: '11111111-0000-4000-8000-000000000004',
  order: 5,
  state: 'sent',
  clock: 'settled',
  sentAt: '2026-11-20T15:00:00.000Z',
  outcome: { withoutPackage: ['Bruno Lima'], differs: false, slotGone: true, leftOut: ['Caio'] },
}

export const VERSION_1 = [STUDENT, LESSON, SKIP, FEEDBACK, SENT, LINK]
