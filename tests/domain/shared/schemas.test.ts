import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { describe, expect, it } from 'vitest'
import { profileForm, profileSchema, rulesForm, rulesRow, rulesSchema } from '@/account/profile/schema'
import {
  EMPTY_EMAIL,
  EMPTY_LOGIN,
  EMPTY_RESET_PASSWORD,
  EMPTY_SIGNUP,
  emailSchema,
  loginSchema,
  resetPasswordSchema,
  signupSchema,
} from '@/account/schema'
import { EMPTY_CLUB, clubForm, clubSchema } from '@/clubs/schema'
import {
  newPackageDialog,
  packageDialogSchema,
  packageEditForm,
  packageEditSchema,
  packagePageSchema,
} from '@/packages/package.schema'
import { newParticipant } from '@/sessions/lesson-form'
import {
  emptySession,
  feedbackSchema,
  newFeedback,
  newSessionSchema,
  sessionEditSchema,
} from '@/sessions/session.schema'
import { EMPTY_STUDENT } from '@/students/student-row'
import {
  studentEditForm,
  studentEditSchema,
  studentSchema,
  type StudentForm,
} from '@/students/student.schema'
import { NOW, TODAY } from '../../support/world/facts'
import { studentRow, studentValues } from '../../support/world/values'

type Schema = Parameters<typeof standardSchemaResolver>[0]

/** The first message per field, or the parsed values. */
async function submit(schema: Schema, values: Record<string, unknown>) {
  const options = { fields: {}, shouldUseNativeValidation: false }
  const result = await standardSchemaResolver(schema)(values, undefined, options)
  const errors = Object.entries(result.errors).map(([field, error]) => [field, messageOf(error)])
  return { errors: Object.fromEntries(errors), values: result.values }
}

function messageOf(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return undefined
  if ('message' in error && typeof error.message === 'string') return error.message
  return Object.values(error).map(messageOf).find(Boolean)
}

const GUESSED = 'Esta senha é das primeiras que alguém tentaria. Escolha outra.'
const long = (length: number) => 'a'.repeat(length)
const student: StudentForm = studentValues()
const signup = {
  ...EMPTY_SIGNUP,
  name: 'Ana',
  email: 'ana@voleio.test',
  phone: '(11) 98765-4321',
  password: 'voleio',
}
const page = { studentId: 's1', ...newPackageDialog(TODAY), price: '350,00' }
const dialog = { ...newPackageDialog(TODAY), price: '350,00' }
const participant = newParticipant('s1', newFeedback(null))
const lesson = { ...emptySession(NOW), participants: [participant] }
const edit = { ...lesson, teacher: 'Ana', dateTime: '2026-11-20T18:00' }
const club = { ...EMPTY_CLUB, name: 'Clube da Lagoa' }
const profile = { name: 'Ana', phone: '', mainSport: 'Tênis' }
const rules = { packageOrder: 'oldest', cancelDays: '0', renewalDay: '5', showPix: false }

const schemas: Record<string, [schema: Schema, valid: Record<string, unknown>]> = {
  login: [loginSchema, { email: 'ana@voleio.test', password: 'x' }],
  signup: [signupSchema, signup],
  email: [emailSchema, { email: 'ana@voleio.test' }],
  reset: [resetPasswordSchema, { password: 'voleio', confirmation: 'voleio' }],
  student: [studentSchema, student],
  'student edit': [studentEditSchema, { ...student, status: 'active' }],
  'package page': [packagePageSchema, page],
  'package dialog': [packageDialogSchema, dialog],
  'new session': [newSessionSchema(() => NOW), lesson],
  'session edit': [sessionEditSchema(() => NOW), edit],
  feedback: [feedbackSchema, { rating: 3, notes: '', privateNotes: '', tags: [] }],
  club: [clubSchema, club],
  profile: [profileSchema, profile],
  rules: [rulesSchema, rules],
}

it.each(['123456', 'Password1', '      ', '\u00a0 \u00a0 \u00a0 ', 'zzzzzz', '🎾🎾🎾🎾🎾🎾'])(
  '%j is not set as a password, in neither form',
  async (password) => {
    expect((await submit(signupSchema, { ...signup, password })).errors).toEqual({ password: GUESSED })
    const typed = { password, confirmation: password }
    expect((await submit(resetPasswordSchema, typed)).errors).toEqual({ password: GUESSED })
  },
)

it.each(['voleio', '1234567a', 'senha da Ana', '  a   '])('%j may be set as a password', async (password) => {
  expect((await submit(signupSchema, { ...signup, password })).errors).toEqual({})
})

it.each(Object.entries(schemas))('%s: valid values pass', async (_, [schema, valid]) => {
  expect((await submit(schema, valid)).errors).toEqual({})
})

describe('each wrong value has its own message beside its field', () => {
  it.each([
    ['login', { email: '' }, { email: 'Email é obrigatório' }],
    ['login', { email: 'ana' }, { email: 'Email inválido' }],
    ['login', { password: '' }, { password: 'Senha é obrigatória' }],

    ['signup', { name: '  ' }, { name: 'Nome é obrigatório' }],
    ['signup', { name: long(256) }, { name: 'Texto muito longo (máximo 255 caracteres)' }],
    ['signup', { email: '' }, { email: 'Email é obrigatório' }],
    ['signup', { email: 'ana@' }, { email: 'Email inválido' }],
    ['signup', { email: `${long(250)}@x.com` }, { email: 'Email muito longo' }],
    ['signup', { countryCode: '' }, { countryCode: 'Selecione o código do país' }],
    ['signup', { phone: '' }, { phone: 'Telefone é obrigatório' }],
    ['signup', { phone: '(11) 9876' }, { phone: 'Telefone inválido' }],
    ['signup', { phone: '(11) 9876', name: '' }, { phone: 'Telefone inválido', name: 'Nome é obrigatório' }],
    ['signup', { phone: '12', countryCode: '+351' }, { phone: 'Telefone inválido' }],
    ['signup', { sport: '' }, { sport: 'Selecione o esporte principal' }],
    ['signup', { password: '' }, { password: 'Senha é obrigatória' }],
    ['signup', { password: '12345' }, { password: 'A senha deve ter no mínimo 6 caracteres.' }],
    [
      'signup',
      { password: long(73) },
      { password: 'Senha muito longa (máximo 72 caracteres; com acento valem 2)' },
    ],

    ['email', EMPTY_EMAIL, { email: 'Email é obrigatório' }],
    ['email', { email: 'a b@c.com' }, { email: 'Email inválido' }],

    [
      'reset',
      { password: '12345', confirmation: '12345' },
      { password: 'A senha deve ter no mínimo 6 caracteres.' },
    ],
    ['reset', { confirmation: 'voleia' }, { confirmation: 'As senhas digitadas são diferentes.' }],
    ['reset', { confirmation: '' }, { confirmation: 'As senhas digitadas são diferentes.' }],
    ['reset', EMPTY_RESET_PASSWORD, { password: 'A senha deve ter no mínimo 6 caracteres.' }],

    ['student', { name: ' a ' }, { name: 'Nome deve ter pelo menos 2 caracteres' }],
    ['student', { name: '🎾' }, { name: 'Nome deve ter pelo menos 2 caracteres' }],
    ['student', { name: long(101) }, { name: 'Nome muito longo' }],
    ['student', { email: 'marina' }, { email: 'Email inválido' }],
    ['student', { email: `${long(250)}@x.com` }, { email: 'Email muito longo' }],
    ['student', { phone: '' }, { phone: 'Telefone é obrigatório' }],
    ['student', { phone: '9876' }, { phone: 'Telefone inválido' }],
    ['student', { gender: '' }, { gender: 'Selecione o gênero' }],
    ['student', { type: '' }, { type: 'Selecione o tipo de aluno' }],
    ['student', { classe: '' }, { classe: 'Selecione a classe' }],
    ['student', { classe: '9-classe' }, { classe: 'Selecione a classe' }],
    ['student', { notes: long(501) }, { notes: 'Notas muito longas' }],
    ['student edit', { status: '' }, { status: 'Selecione o status' }],

    ['package page', { studentId: '' }, { studentId: 'Selecione um aluno' }],
    ['package page', { startDate: '' }, { startDate: 'Data de início é obrigatória' }],
    ['package page', { startDate: '0202-01-10' }, { startDate: 'Data inválida' }],
    ['package page', { paymentDate: '' }, { paymentDate: 'Data de pagamento é obrigatória' }],
    ['package page', { totalClasses: '' }, { totalClasses: 'Número de aulas deve ser pelo menos 1' }],
    ['package page', { totalClasses: '0' }, { totalClasses: 'Número de aulas deve ser pelo menos 1' }],
    ['package page', { totalClasses: '101' }, { totalClasses: 'Pacote máximo de 100 aulas' }],
    ['package page', { totalClasses: '1,5' }, { totalClasses: 'Número de aulas deve ser inteiro' }],
    ['package page', { price: '-1' }, { price: 'Preço deve ser maior que 0' }],
    ['package page', { price: '' }, { price: 'Preço é obrigatório' }],
    ['package page', { price: 'caro' }, { price: 'Preço deve ser um número' }],
    ['package page', { price: '100000000' }, { price: 'Valor muito alto' }],
    ['package page', { validityDays: '0' }, { validityDays: 'Validade deve ser pelo menos 1 dia' }],
    ['package page', { validityDays: '' }, { validityDays: 'Validade deve ser pelo menos 1 dia' }],
    ['package page', { validityDays: '366' }, { validityDays: 'Validade muito alta' }],

    ['package dialog', { paymentDate: '' }, { paymentDate: 'Data de pagamento é obrigatória' }],
    ['package dialog', { totalClasses: '0' }, { totalClasses: 'Deve ter pelo menos 1 aula' }],
    ['package dialog', { totalClasses: '101' }, { totalClasses: 'Pacote máximo de 100 aulas' }],
    ['package dialog', { price: '-0,01' }, { price: 'Valor deve ser positivo' }],
    ['package dialog', { price: 'abc' }, { price: 'Valor deve ser um número' }],
    [
      'package dialog',
      { validityDays: '' },
      { validityDays: 'Tempo de validade é obrigatório para pacotes com mais de 1 aula' },
    ],
    [
      'package dialog',
      { validityDays: '0' },
      { validityDays: 'Tempo de validade deve ser pelo menos 1 dia' },
    ],
    ['package dialog', { validityDays: '366' }, { validityDays: 'Validade muito alta' }],
    [
      'package dialog',
      { totalClasses: '', validityDays: '', startDate: '' },
      {
        totalClasses: 'Deve ter pelo menos 1 aula',
        validityDays: 'Tempo de validade é obrigatório para pacotes com mais de 1 aula',
        startDate: 'Data de início é obrigatória',
      },
    ],

    ['new session', { participants: [] }, { participants: 'Selecione pelo menos um aluno' }],
    ['new session', { dateTime: '' }, { dateTime: 'Data da aula é obrigatória' }],
    ['new session', { dateTime: '0202-11-20T18:00' }, { dateTime: 'Data ou hora inválida' }],
    ['new session', { dateTime: '2026-11-22T08:00' }, { dateTime: 'A data da aula não pode ser no futuro' }],
    ['new session', { teacher: long(256) }, { teacher: 'Texto muito longo (máximo 255 caracteres)' }],
    ['new session', { notes: long(2001) }, { notes: 'Texto muito longo (máximo 2.000 caracteres)' }],
    [
      'new session',
      { participants: [{ ...participant, feedback: { ...newFeedback(null), notes: long(2001) } }] },
      { participants: 'Texto muito longo (máximo 2.000 caracteres)' },
    ],
    [
      'new session',
      { participants: [{ ...participant, feedback: newFeedback(null, 6) }] },
      { participants: 'Avaliação deve ser de 1 a 5' },
    ],
    ['new session', { extension: { wanted: true, days: '366' } }, { extension: 'Informe de 1 a 365 dias' }],
    ['session edit', { participants: [] }, { participants: 'Selecione pelo menos um aluno para a sessão.' }],
    ['session edit', { teacher: '' }, { teacher: 'Professor é obrigatório' }],
    ['feedback', { rating: 0 }, { rating: 'Avaliação deve ser de 1 a 5' }],
    ['feedback', { rating: 2.5 }, { rating: 'Avaliação deve ser de 1 a 5' }],

    ['club', { name: '' }, { name: 'Nome é obrigatório' }],
    ['club', { name: long(256) }, { name: 'Texto muito longo (máximo 255 caracteres)' }],
    ['club', { address: long(301) }, { address: 'Texto muito longo (máximo 300 caracteres)' }],
    ['club', { phone: '119' }, { phone: 'Telefone inválido' }],
    ['club', { phone: '+1234567890123456' }, { phone: 'Telefone inválido' }],
    ['profile', { name: '' }, { name: 'Nome é obrigatório' }],
    ['profile', { phone: '11 9' }, { phone: 'Telefone inválido' }],
    ['profile', { mainSport: 'Golfe' }, { mainSport: 'Selecione o esporte principal' }],
    ['rules', { packageOrder: '' }, { packageOrder: 'Escolha o pacote que a aula usa' }],
    ['rules', { cancelDays: '-1' }, { cancelDays: 'Deve ser 0 ou mais dias' }],
    ['rules', { cancelDays: '366' }, { cancelDays: 'Máximo de 365 dias' }],
    ['rules', { cancelDays: '1,5' }, { cancelDays: 'Dias devem ser inteiros' }],
    ['rules', { renewalDay: '0' }, { renewalDay: 'Deve ser um dia de 1 a 28' }],
    ['rules', { renewalDay: '29' }, { renewalDay: 'Deve ser um dia de 1 a 28' }],
  ])('%s with %j', async (name, change, errors) => {
    const entry = schemas[name]
    if (!entry) throw new Error(`No such schema: ${name}`)
    expect((await submit(entry[0], { ...entry[1], ...change })).errors).toEqual(errors)
  })

  it.each([
    ['of somebody absent', { attendance: 'absent' }, ''],
    ['behind “Sem feedback”', { withFeedback: false }, ''],
    ['of a lesson that did not happen', {}, 'rain'],
  ])('feedback %s, which nobody sees, does not keep the form from being saved', async (_, change, reason) => {
    const typed = { ...participant, ...change, feedback: { ...newFeedback(null), notes: long(2001) } }
    const [schema] = schemas['new session'] ?? []
    if (!schema) throw new Error('No such schema')
    const form = { ...lesson, cancelledReason: reason, participants: [typed] }
    expect((await submit(schema, form)).errors).toEqual({})
  })

  it('an empty form names every required field at once', async () => {
    expect(Object.keys((await submit(studentSchema, EMPTY_STUDENT)).errors)).toEqual([
      'name',
      'phone',
      'gender',
      'type',
      'classe',
    ])
    expect(Object.keys((await submit(signupSchema, EMPTY_SIGNUP)).errors)).toEqual([
      'name',
      'email',
      'phone',
      'password',
    ])
    expect(Object.keys((await submit(loginSchema, EMPTY_LOGIN)).errors)).toEqual(['email', 'password'])
  })
})

describe('parsed values', () => {
  it('texts are trimmed and free of what the database refuses', async () => {
    const { values } = await submit(studentSchema, {
      ...student,
      // The last one is a space for Postgres, and refused the whole import.
      name: '  Marina \uD83C\0Costa\u0085',
      email: ' m@x.com ',
    })
    expect(values).toMatchObject({ name: 'Marina Costa', email: 'm@x.com' })
    // Regression: it became a line break in a field of one line, which joins the words: 'MarinaCosta'.
    expect(
      (await submit(studentSchema, { ...student, name: 'Marina\u0085Costa', email: '' })).values,
    ).toMatchObject({ name: 'Marina Costa' })
  })

  it('a text that nobody can see is empty', async () => {
    for (const unseen of [
      '\u200B\u200B\u200B',
      '\u2060 \uFEFF',
      '\u00AD\u3164',
      '\u2800\u2800',
      '\u200F\u0007',
    ]) {
      const typed = { ...student, name: unseen, notes: unseen }
      expect((await submit(studentSchema, typed)).errors).toEqual({
        name: 'Nome deve ter pelo menos 2 caracteres',
      })
      expect((await submit(studentSchema, { ...student, notes: unseen })).values).toMatchObject({ notes: '' })
      expect((await submit(clubSchema, { ...EMPTY_CLUB, name: unseen })).errors).toHaveProperty('name')
      expect((await submit(signupSchema, { ...signup, name: unseen })).errors).toHaveProperty('name')
    }
  })

  it('script tags and emoji are text like any other', async () => {
    const notes = '<script>alert(1)</script> 🎾👨‍👩‍👧'
    expect((await submit(studentSchema, { ...student, notes })).values).toMatchObject({ notes })
  })

  it('characters are counted as the database counts them: an emoji is one', async () => {
    expect((await submit(studentSchema, { ...student, notes: '🎾'.repeat(500) })).errors).toEqual({})
  })

  it('package numbers are numbers', async () => {
    const typed = { ...page, totalClasses: '10', price: '1.234,56', validityDays: '90' }
    expect((await submit(packagePageSchema, typed)).values).toEqual({
      studentId: 's1',
      startDate: TODAY,
      paymentDate: TODAY,
      totalClasses: 10,
      price: 1234.56,
      validityDays: 90,
      firstLessonValidity: false,
      renewsMonthly: false,
    })
  })

  it('a new package starts with today, 4 classes and 30 days', () => {
    expect(newPackageDialog(TODAY)).toEqual({
      startDate: TODAY,
      paymentDate: TODAY,
      totalClasses: '4',
      price: '',
      validityDays: '30',
      firstLessonValidity: false,
      renewsMonthly: false,
    })
  })

  it('in the dialog an empty price is 0', async () => {
    expect((await submit(packageDialogSchema, { ...dialog, price: ' ' })).values).toMatchObject({ price: 0 })
  })

  it('in the dialog one class needs no validity: 0 days, whatever the hidden field holds', async () => {
    for (const validityDays of ['', '30', 'x']) {
      const { values } = await submit(packageDialogSchema, { ...dialog, totalClasses: '1', validityDays })
      expect(values).toMatchObject({ totalClasses: 1, validityDays: 0 })
    }
  })

  it('in the dialog one class has a validity if that begins with the first lesson', async () => {
    const single = { ...dialog, totalClasses: '1', firstLessonValidity: true }
    expect((await submit(packageDialogSchema, single)).values).toMatchObject({ validityDays: 30 })
    expect((await submit(packageDialogSchema, { ...single, validityDays: '' })).errors).toEqual({
      validityDays: 'Tempo de validade deve ser pelo menos 1 dia',
    })
  })

  const eight = {
    purchase_date: '2026-11-01',
    payment_date: '2026-11-02',
    expiry_date: '2026-12-01',
    validity_days: null,
    extended_days: 0,
    total_classes: 8,
    price: 640.5,
    renews_monthly: false,
  }

  it('a stored package fills the dialog', async () => {
    const form = packageEditForm(eight)
    expect(form).toEqual({
      startDate: '2026-11-01',
      paymentDate: '2026-11-02',
      totalClasses: '8',
      price: '640,50',
      validityDays: '30',
      firstLessonValidity: false,
      renewsMonthly: false,
    })
    expect(packageEditForm({ ...eight, expiry_date: '2026-12-08', extended_days: 7 })).toEqual(form)
    for (const expiry_date of [null, '2026-12-20']) {
      expect(packageEditForm({ ...eight, expiry_date, validity_days: 45 })).toMatchObject({
        validityDays: '45',
        firstLessonValidity: true,
      })
    }
    expect((await submit(packageDialogSchema, form)).values).toMatchObject({ price: 640.5, validityDays: 30 })
  })

  it('editing a stored package of one class keeps its validity, until it is no longer of one class', async () => {
    // Sold on the new-package page, where a package of one class has a validity too.
    const stored = { ...eight, total_classes: 1, price: 90 }
    const edited = async (change: object) =>
      (
        await submit(
          packageEditSchema(() => stored),
          { ...packageEditForm(stored), ...change },
        )
      ).values
    expect(await edited({ price: '100' })).toMatchObject({ totalClasses: 1, price: 100, validityDays: 30 })
    expect(await edited({ startDate: '2026-11-05' })).toMatchObject({ validityDays: 30 })
    expect(await edited({ totalClasses: '4', validityDays: '60' })).toMatchObject({ validityDays: 60 })

    const extended = { ...stored, expiry_date: '2026-12-08', extended_days: 7 }
    const kept = await submit(
      packageEditSchema(() => extended),
      packageEditForm(extended),
    )
    expect(kept.values).toMatchObject({ totalClasses: 1, validityDays: 30 })

    const ofDay = { ...stored, expiry_date: stored.purchase_date }
    const { values } = await submit(
      packageEditSchema(() => ofDay),
      packageEditForm(ofDay),
    )
    expect(values).toMatchObject({ totalClasses: 1, validityDays: 0 })
    const cut = await submit(
      packageEditSchema(() => ({ ...stored, total_classes: 4 })),
      packageEditForm(stored),
    )
    expect(cut.values).toMatchObject({ totalClasses: 1, validityDays: 0 })
  })

  it('what turns the writing direction around is taken out of a text; words from right to left stay', async () => {
    const { values } = await submit(studentSchema, {
      ...student,
      name: '\u202EMarina \u2066عائشة\u2069',
      notes: 'a\u202Bb',
    })
    expect(values).toMatchObject({ name: 'Marina عائشة', notes: 'ab' })
  })

  it('a stored student fills the form, with empty strings for null', () => {
    const stored = studentEditForm(studentRow({ status: 'inactive' }))
    expect(stored).toEqual({ ...student, status: 'inactive' })
  })

  it('a club and a profile likewise', () => {
    const stored = { name: 'Clube da Lagoa', address: null, phone: '5511933334444', is_default: true }
    expect(clubForm(stored)).toEqual({ ...club, phone: '(11) 93333-4444', isDefault: true })
    expect(profileForm({ name: 'Ana', phone: null, main_sport: 'Tênis' })).toEqual(profile)
  })

  it('the rules of a coach go into their form and out of it, and a change says nothing of the others', () => {
    const stored = {
      package_order: 'expires_first',
      cancel_extension_days: 14,
      renewal_due_day: 28,
      show_pix: true,
    } as const
    expect(rulesRow(rulesSchema.parse(rulesForm(stored)))).toEqual(stored)
    expect(rulesRow({ cancelDays: '0' })).toEqual({ cancel_extension_days: 0 })
    expect(rulesRow({ showPix: false })).toEqual({ show_pix: false })
  })

  it('a new session starts now, with ratings of 3', () => {
    expect(emptySession(NOW)).toEqual({
      dateTime: '2026-11-21T12:00',
      teacher: '',
      notes: '',
      cancelledReason: '',
      extension: { wanted: null, days: '' },
      participants: [],
      removed: [],
    })
    expect(newFeedback('c1')).toEqual({ rating: 3, notes: '', privateNotes: '', tags: [], clubId: 'c1' })
  })
})
