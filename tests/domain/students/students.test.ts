import { describe, expect, it } from 'vitest'
import type { Student } from '@/core/model'
import { filterStudents, NO_STUDENT_FILTERS, type StudentFilters } from '@/students/filter'
import { choiceName, compareForList, creditLabel, creditTone } from '@/students/rules'
import { optionsOf, shownColumn } from '@/students/student.schema'
import { listedStudent } from '../../support/world/values'

const student = (overrides: Partial<Student>): Student =>
  listedStudent('x', { gender: 'male', phone: '5511900000000', total_credits: 5, ...overrides })

const students = [
  student({
    id: 'joao',
    name: 'João Ávila',
    email: 'jo@quadra.com',
    phone: '5511987654321',
    total_credits: 0,
  }),
  student({
    id: 'maria',
    name: 'Maria da Conceição',
    gender: 'female',
    classe: 'profissional',
    total_credits: 1,
  }),
  student({
    id: 'rui',
    name: 'Rui 2',
    type: 'occasional',
    status: 'inactive',
    classe: '7-classe',
    total_credits: 2,
  }),
]

const found = (filters: Partial<StudentFilters>) =>
  filterStudents(students, { ...NO_STUDENT_FILTERS, ...filters }).map(({ id }) => id)

describe('the filters of the students list', () => {
  it.each([
    ['without filters all, in their order', {}, ['joao', 'maria', 'rui']],
    ['by part of a name', { text: 'mar' }, ['maria']],
    ['without accents', { text: 'joao avila' }, ['joao']],
    ['with accents that the name does not have', { text: 'márìa' }, ['maria']],
    ['whatever the case', { text: 'CONCEIÇÃO' }, ['maria']],
    ['with spaces around and between', { text: '  maria   da ' }, ['maria']],
    ['by email', { text: 'quadra.com' }, ['joao']],
    ['by phone as it is written', { text: '(11) 98765-43' }, ['joao']],
    ['by phone digits', { text: '98765' }, ['joao']],
    ['a name with a number is no phone', { text: 'rui 2' }, ['rui']],
    ['nobody', { text: 'zzz' }, []],
    ['exactly one credit is ending', { credits: 'ending' }, ['maria']],
    ['exactly none is zero', { credits: 'zero' }, ['joao']],
    ['by gender', { gender: 'female' }, ['maria']],
    ['by any of the classes', { classes: ['profissional', '7-classe'] }, ['maria', 'rui']],
    ['by type', { type: 'occasional' }, ['rui']],
    ['by status', { status: 'active' }, ['joao', 'maria']],
    ['by all of them at once', { status: 'active', gender: 'male', credits: 'zero', text: 'jo' }, ['joao']],
  ] as const)('%s', (_, filters, ids) => {
    expect(found(filters)).toEqual(ids)
  })
})

it.each([
  [0, 'red', 'Sem créditos'],
  [1, 'red', '1 crédito(s)'],
  [2, 'red', '2 crédito(s)'],
  [3, 'yellow', '3 crédito(s)'],
  [5, 'yellow', '5 crédito(s)'],
  [6, 'green', '6 crédito(s)'],
])('%i credits are %s and read %s', (credits, tone, label) => {
  expect(creditTone(credits)).toBe(tone)
  expect(creditLabel(credits)).toBe(label)
})

it('anonymised students come last in the list', () => {
  const names = ['Bia', 'Aluno anonimizado', 'Álvaro']
  const list = names.map((name) =>
    student({ name, anonymized_at: name.startsWith('Aluno') ? '2026-11-21T10:00:00+00:00' : null }),
  )
  expect(list.toSorted(compareForList).map(({ name }) => name)).toEqual([
    'Álvaro',
    'Bia',
    'Aluno anonimizado',
  ])
})

it.each([
  ['phone', '(11) 90000-0000'],
  ['classe', '1 Classe'],
  ['status', 'Inativo'],
  ['name', 'Bia'],
  ['email', null],
] as const)('another device’s change of %s is told in the words of the form: %s', (column, words) => {
  expect(shownColumn(student({ name: 'Bia', classe: '1-classe', status: 'inactive' }), column)).toBe(words)
})

it('a choice offers the values of its column, and who is inactive is offered as such', () => {
  expect(optionsOf('status')).toEqual([
    { value: 'active', label: 'Ativo' },
    { value: 'inactive', label: 'Inativo' },
  ])
  const bia = student({ name: 'Bia' })
  expect([choiceName(bia), choiceName({ ...bia, status: 'inactive' })]).toEqual(['Bia', 'Bia (inativo)'])
})
