import type { Action } from './scene.ts'

const NAMES = ['Bia', 'Caio', 'Davi', 'Elis', 'Fábio', 'Gil', 'Helena', 'Ivo', 'Júlia', 'Léo', 'Malu', 'Noé']

/** Students, their links, clubs. */
export const STUDENTS = {
  student: {
    weight: 4,
    toast: 'none',
    decide: ({ chance, id }) => {
      const name = `${chance.pick(NAMES)} ${chance.pick(NAMES)}`
      const row = id()
      return {
        deed: { kind: 'student', id: row, name },
        press: (hands) =>
          hands.student(row, {
            name,
            email: '',
            phone: '11987654321',
            gender: 'female',
            type: 'fixed',
            classe: '5-classe',
            notes: '',
          }),
      }
    },
  },

  link: {
    weight: 1,
    onProfile: true,
    toast: 'none',
    decide: ({ student }) =>
      student === '' ? null : { deed: { kind: 'link', student }, press: (hands) => hands.link() },
  },

  anonymize: {
    weight: 0.5,
    onProfile: true,
    toast: 'none',
    decide: ({ student }) =>
      student === ''
        ? null
        : { deed: { kind: 'anonymize', student }, press: (hands) => hands.anonymize(student) },
  },

  club: {
    weight: 1,
    toast: 'none',
    decide: ({ chance, id }) => {
      const row = id()
      return {
        deed: { kind: 'club' },
        press: (hands) => hands.club(row, `Clube ${chance.pick(NAMES)}`),
      }
    },
  },
} satisfies Record<string, Action>
