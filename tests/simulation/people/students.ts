import { nameOf } from '../journal.ts'
import { cents, later, type Action, type Hands, type Scene } from './scene.ts'

const NAMES = ['Bia', 'Caio', 'Davi', 'Elis', 'Fábio', 'Gil', 'Helena', 'Ivo', 'Júlia', 'Léo', 'Malu', 'Noé']

const newName = ({ chance }: Scene) => `${chance.pick(NAMES)} ${chance.pick(NAMES)}`

const newStudent = (name: string) => ({
  name,
  phone: '11987654321',
  gender: 'female' as const,
  type: 'fixed' as const,
  classe: '5-classe' as const,
})

/** A row of a spreadsheet: a student, perhaps with a half-used package. */
function importedRow(scene: Scene) {
  const { chance, id, today } = scene
  const [row, pack, name] = [id(), id(), newName(scene)]
  const student = newStudent(name)
  if (chance.happens(0.3))
    return {
      meant: { id: row, name, pack: null },
      sent: { id: row, packageId: pack, student, package: null },
    }
  const total = chance.whole(1, 10)
  const used = chance.whole(0, total)
  const price = chance.whole(0, 20) * 12.5
  const start = later(today, chance.whole(-20, 1))
  const due = later(start, chance.whole(0, 5))
  const lastDay = later(start, chance.whole(5, 40))
  const part = () => (chance.happens(0.5) ? 0 : Math.floor(price / 2))
  const paid = chance.happens(0.5) ? null : part()
  const received = paid === null ? price : paid
  return {
    meant: {
      id: row,
      name,
      pack: {
        pack,
        values: {
          student: row,
          total,
          usedOutside: used,
          start,
          lastDay,
          validity: 0,
          price: cents(price),
          due,
          monthly: false,
          renews: null,
        },
        received: received > 0 ? { amount: cents(received), on: due } : null,
      },
    },
    sent: {
      id: row,
      packageId: pack,
      student,
      package: {
        name: `Pacote de ${total} ${total === 1 ? 'aula' : 'aulas'}`,
        total_classes: total,
        used_outside: used,
        price,
        purchase_date: start,
        payment_date: due,
        expiry_date: lastDay,
        validity_days: null,
        paid,
        paid_on: due,
      },
    },
  }
}

/** Deeds about students and their links, and about the coach's clubs, rules and calendar. */
export const STUDENTS = {
  student: {
    weight: 4,
    toast: 'none',
    decide: (scene) => {
      const name = newName(scene)
      const row = scene.id()
      return {
        deed: { kind: 'student', id: row, name },
        press: (hands) => hands.student(row, newStudent(name)),
      }
    },
  },

  /** Changes the name, or whether the student is active. */
  editStudent: {
    weight: 2,
    onProfile: true,
    toast: 'none',
    decide: (scene) => {
      const { shown, student, chance, named } = scene
      const seen = shown.students.find((each) => each.id === student)
      if (!seen) return null
      const name = newName(scene)
      const isToggled = chance.happens(0.4)
      const status: 'active' | 'inactive' = (seen.status === 'active') === isToggled ? 'inactive' : 'active'
      named(nameOf.edit('students', student, seen.updated_at, name))
      return {
        deed: { kind: 'student', id: student, name, active: status === 'active' },
        press: (hands) => hands.editStudent({ id: student, values: { name, status }, seen }),
      }
    },
  },

  import: {
    weight: 1.2,
    toast: 'none',
    decide: (scene) => {
      const rows = Array.from({ length: scene.chance.whole(1, 3) }, () => importedRow(scene))
      return {
        deed: { kind: 'import', rows: rows.map(({ meant }) => meant) },
        press: (hands) =>
          hands.import(
            scene.id(),
            rows.map(({ sent }) => sent),
          ),
      }
    },
  },

  link: {
    weight: 2,
    onProfile: true,
    toast: 'none',
    decide: ({ student }) =>
      student === '' ? null : { deed: { kind: 'link', student }, press: (hands) => hands.link() },
  },

  /** Makes a new address for the calendar. */
  feed: {
    weight: 1.2,
    toast: 'none',
    decide: () => ({ deed: { kind: 'feed' }, press: (hands) => hands.newFeed() }),
  },

  rules: {
    weight: 1.5,
    toast: 'none',
    decide: ({ chance }) => {
      const rules: Parameters<Hands['rules']>[0] = chance.happens(0.5)
        ? { show_pix: chance.happens(0.7) }
        : { package_order: chance.happens(0.5) ? 'expires_first' : 'oldest' }
      return { deed: { kind: 'rules' }, press: (hands) => hands.rules(rules) }
    },
  },

  anonymize: {
    weight: 1,
    onProfile: true,
    toast: 'none',
    decide: ({ student, named }) => {
      if (student === '') return null
      named(nameOf.anonymize(student))
      return { deed: { kind: 'anonymize', student }, press: (hands) => hands.anonymize(student) }
    },
  },

  erase: {
    weight: 1.5,
    onProfile: true,
    toast: 'none',
    decide: ({ student, named }) => {
      if (student === '') return null
      named(nameOf.remove('students', student))
      return { deed: { kind: 'erase', student }, press: (hands) => hands.erase(student) }
    },
  },

  club: {
    weight: 1,
    toast: 'none',
    decide: (scene) => {
      const club = { id: scene.id(), name: `Clube ${newName(scene)}`, isDefault: scene.chance.happens(0.5) }
      return {
        deed: { kind: 'club', ...club },
        press: (hands) => hands.club(club.id, { ...club, address: '', phone: '' }),
      }
    },
  },

  editClub: {
    weight: 1.2,
    toast: 'none',
    decide: (scene) => {
      const seen = scene.chance.pick(scene.shown.clubs)
      if (!seen) return null
      const name = `Clube ${newName(scene)}`
      scene.named(nameOf.edit('clubs', seen.id, seen.updated_at, name))
      return {
        deed: { kind: 'club', id: seen.id, name, isDefault: false },
        press: (hands) => hands.editClub({ id: seen.id, values: { name }, seen }),
      }
    },
  },

  unclub: {
    weight: 1.2,
    toast: 'none',
    decide: ({ shown, chance, named }) => {
      const club = chance.pick(shown.clubs)
      if (!club) return null
      named(nameOf.remove('clubs', club.id))
      return { deed: { kind: 'unclub', id: club.id }, press: (hands) => hands.unclub(club.id) }
    },
  },
} satisfies Record<string, Action>
