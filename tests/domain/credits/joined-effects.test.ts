import { describe, expect, it, test } from 'vitest'
import {
  agendaEffectOf,
  agendaOf,
  beginsAnew,
  describeAgenda,
  joinedAgendaEffect,
  effectLines,
  effectsSummary,
  joinedEffects,
  releasedLines,
  withoutEffects,
  withKept,
  type StudentEffect,
} from '@/credits/effects'

const PACKAGE = { packageId: 'p1', packageName: 'Pacote de 10 aulas' }

/** The effect of a lesson that takes one credit. */
const lesson = (more: Partial<StudentEffect> = {}): StudentEffect => ({
  ...withoutEffects({ studentId: 's1', studentName: 'Marina' }),
  taken: [{ ...PACKAGE, credits: 1, expired: false }],
  ...more,
})

describe('several writes in one toast', () => {
  it('name a student of two lessons once, with both credits', () => {
    const joined = joinedEffects([lesson(), lesson()])
    expect(effectsSummary(joined)).toBe('Marina: 2 créditos saem do Pacote de 10 aulas')
    const other = { packageId: 'p2', packageName: 'Avulsa', credits: 1, expired: false }
    expect(joinedEffects([lesson(), lesson({ taken: [other] })])[0]?.taken).toEqual([
      ...lesson().taken,
      other,
    ])
  })

  it('call a package expired that was so for one of them', () => {
    const expired = lesson({ taken: [{ ...PACKAGE, credits: 1, expired: true }] })
    expect(joinedEffects([expired, lesson()])[0]?.taken).toEqual([{ ...PACKAGE, credits: 2, expired: true }])
  })

  it('are sentences: a small letter after the name, and a capital one in a list', () => {
    const all = lesson({
      sold: [{ ...PACKAGE, credits: 10, price: 460, paid: 0, expiry: null }],
      validity: [{ ...PACKAGE, extendedBy: 0, from: '2026-12-18', expiry: '2026-11-24' }],
      money: [{ ...PACKAGE, from: 460, to: 0 }],
      withoutPackage: true,
      feedbackRemoved: 1,
    })
    expect(effectsSummary([all])?.replaceAll('\u00a0', ' ')).toBe(
      'Marina: Pacote de 10 aulas: 10 créditos por R$ 460,00, recebido R$ 0,00, validade começa na 1ª aula, ' +
        '1 crédito sai do Pacote de 10 aulas, validade: 18/12 → 24/11, ' +
        'a receber do Pacote de 10 aulas: R$ 460,00 → R$ 0,00, sem pacote, o feedback é apagado',
    )
    expect(effectLines([all])[0]?.lines.slice(-2)).toEqual(['Sem pacote', 'O feedback é apagado'])
  })

  it.each([
    ['also where days are given with it', 7, '2026-12-18', '+7 dias, começa na 1ª aula'],
    ['of a floor no days are taken: they count once it has begun', -19, '2026-12-18', 'começa na 1ª aula'],
    ['before it has begun, days may be taken back', -7, null, '−7 dias, começa na 1ª aula'],
  ])('say that the validity begins anew: %s', (_what, extendedBy, from, told) => {
    const validity = [{ ...PACKAGE, extendedBy, from, expiry: null }]
    expect(effectsSummary([{ ...lesson(), taken: [], validity }])).toBe(
      `Marina: validade do Pacote de 10 aulas: ${told}`,
    )
  })

  it('name three students, and count the others', () => {
    const summary = (count: number) => effectsSummary(five.slice(0, count))
    const five = ['1', '2', '3', '4', '5'].map((studentId) =>
      lesson({ studentId, studentName: `Aluno ${studentId}` }),
    )
    expect(summary(5)).toMatch(/Aluno 3: 1 crédito sai do Pacote de 10 aulas\. E mais 2 alunos$/)
    expect(summary(4)).toMatch(/E mais 1 aluno$/)
    expect(summary(3)).toMatch(/10 aulas$/)
    expect(summary(0)).toBeUndefined()
  })

  it('tell a validity from where the first began to where the last ended, and none that is as before', () => {
    const moves = (from: string, expiry: string) =>
      lesson({ validity: [{ ...PACKAGE, extendedBy: 0, from, expiry }] })
    const [there, back] = [moves('2026-12-18', '2026-11-24'), moves('2026-11-24', '2026-12-18')]
    expect(joinedEffects([there, moves('2026-11-24', '2026-11-20')])[0]?.validity).toEqual([
      { ...PACKAGE, extendedBy: 0, from: '2026-12-18', expiry: '2026-11-20' },
    ])
    expect(joinedEffects([there, back])[0]?.validity).toEqual([])
    // Days for a package whose validity has not begun.
    const waiting = lesson({ validity: [{ ...PACKAGE, extendedBy: 7, from: null, expiry: null }] })
    expect(joinedEffects([waiting])).toEqual([waiting])
  })

  it('name the years where a validity moves over their turn', () => {
    const validity = [{ ...PACKAGE, extendedBy: 0, from: '2026-12-18', expiry: '2027-01-05' }]
    expect(effectsSummary([{ ...lesson(), taken: [], validity }])).toBe(
      'Marina: validade: 18/12/2026 → 05/01/2027',
    )
    expect(effectLines([{ ...lesson(), taken: [], validity: [...validity, ...validity] }])[0]?.lines[0]).toBe(
      'Validade do Pacote de 10 aulas: 18/12/2026 → 05/01/2027',
    )
  })

  it('do not say that no credit leaves of a student who pays for another one of the lessons', () => {
    const excused = lesson({ taken: [], uncharged: true })
    expect(effectsSummary([excused])).toBe('Marina: nenhum crédito sai')
    expect(effectsSummary(joinedEffects([lesson(), excused]))).toBe(
      'Marina: 1 crédito sai do Pacote de 10 aulas',
    )
  })

  it('keep everything that either of them did', () => {
    const sold = [{ ...PACKAGE, credits: 10, price: 460, paid: 0, expiry: null }]
    const figures = [{ ...PACKAGE, from: 2, to: 3 }]
    const validity = [{ ...PACKAGE, extendedBy: 7, from: '2026-12-18', expiry: '2026-12-25' }]
    const done = lesson({
      keptOutsideValidity: lesson().taken,
      sold,
      removed: ['Avulsa'],
      validity,
      adjusted: figures,
      money: figures,
      received: figures,
      withoutPackage: true,
      uncharged: true,
      choiceLost: true,
      feedbackRemoved: 1,
      toldAt: '2026-11-20T12:00:00Z',
    })
    const nothing = withoutEffects({ studentId: 's1', studentName: 'Marina' })
    expect(effectsSummary([nothing])).toBeUndefined()
    expect(joinedEffects([done, nothing])).toEqual([done])
    expect(joinedEffects([nothing, done])).toEqual([done])
    expect(joinedEffects([done, done])[0]).toMatchObject({
      validity: [{ extendedBy: 14 }],
      feedbackRemoved: 2,
      adjusted: [{ from: 2, to: 3 }],
    })
  })

  it('say what becomes of the occurrences of the agenda', () => {
    const skip = {
      slot_id: 'a',
      slot_date: '2026-11-24',
      reason: 'rain' as const,
      moved_to: null,
      recess_id: null,
    }
    const begun = agendaEffectOf({ skips: [{ before: null, after: skip }] })
    const same = { before: skip, after: { ...skip, reason: 'coach' as const } }
    expect(describeAgenda(agendaEffectOf({ skips: [same] }))).toEqual([])
    const ended = agendaEffectOf({ skips: [{ before: skip, after: null }] })
    const moved = { ...skip, reason: null, moved_to: '2026-11-25T12:00:00Z' }
    expect(describeAgenda(joinedAgendaEffect([begun, begun, undefined, ended]))).toEqual([
      '2 aulas da agenda são puladas',
      '1 aula da agenda deixa de estar pulada',
    ])
    expect(describeAgenda(agendaEffectOf({ skips: [{ before: null, after: moved }] }))).toEqual([
      '1 aula da agenda muda de horário',
    ])
    expect(describeAgenda(agendaEffectOf({ skips: [{ before: moved, after: null }] }))).toEqual([
      '1 aula da agenda volta ao seu horário',
    ])
    // For a skipped occurrence that had moved, only the end of the skip is told.
    expect(
      describeAgenda(agendaEffectOf({ skips: [{ before: { ...moved, reason: 'rain' }, after: moved }] })),
    ).toEqual(['1 aula da agenda deixa de estar pulada'])
  })
})

test.each([
  [false, null, null, 7],
  [true, null, '2026-12-18', 0],
  [true, '2026-12-18', null, 7],
  [false, '2026-12-18', '2026-12-25', 7],
  [true, '2026-12-18', '2026-12-24', 7],
])('a validity begins anew (%s) from %s to %s with %s days', (anew, from, expiry, extendedBy) => {
  expect(beginsAnew({ ...PACKAGE, extendedBy, from, expiry })).toBe(anew)
})

test('a lesson that stays outside its package is told with the effects of its student, or alone', () => {
  const own = lesson()
  const kept = { studentId: 's1', studentName: 'Marina', keptOutsideValidity: own.taken }
  const other = { ...kept, studentId: 's2', studentName: 'Rui', keptOutsideValidity: own.returned }
  const third = { ...kept, studentId: 's3', studentName: 'Bia', keptOutsideValidity: lesson().taken }
  expect(
    withKept([lesson({ studentId: 's0' }), own], [other, third, kept]).map((each) => [
      each.studentId,
      each.keptOutsideValidity,
    ]),
  ).toEqual([
    ['s0', []],
    ['s1', own.taken],
    ['s3', third.keptOutsideValidity],
  ])
})

test('who came on one day only, or had told not to come, is named where the name is known', () => {
  const released = [
    { student_id: 's1' },
    { student_id: 's2', told_for: '2026-11-25T12:00:00Z' },
    { student_id: 's1', busy: true },
    // Of the other lesson, or of another week.
    { student_id: 's1', busy: true },
    { student_id: 'gone' },
  ]
  const names = new Map([
    ['s1', 'Gil'],
    ['s2', 'Rui'],
  ])
  expect(releasedLines(released, names)).toEqual([
    'Gil vinha só neste dia e não está mais nesta aula',
    'Rui tinha avisado que não vem, e o aviso não vale mais',
    'Gil tem outra aula na mesma hora',
  ])
})

test('a repeat that is not known any more says nothing of the agenda', () => {
  expect(agendaOf({ effects: null })).toEqual({ skipped: 0, unskipped: 0, moved: 0, unmoved: 0 })
})
