import { addDays, toLocalDate } from '@/core/dates'
import type { Club, LocalDate, Package, StudentWithCredits, Uuid } from '@/core/model'
import type { RegistrationIntent, SaleIntent } from '@/credits/intents'
import type { AlertDraft, StoredFeedback } from '@/credits/plan-types'
import type { PackageDialogValues } from '@/packages/package.schema'
import { packageName } from '@/packages/rules'
import type { PlannedRow } from '@/students/import/rows'
import { EMPTY_STUDENT, newStudentRow, type StudentRow } from '@/students/student-row'
import { studentSchema, type StudentValues } from '@/students/student.schema'
import type { SessionPlan } from '../flat-plan'

/** Values that tests write: `*Values` and `*Intent` as a form hands them over, `*Row` as the database stores them. */

export const newId = (): Uuid => crypto.randomUUID()

/** The local day `days` after today, or before it if negative. */
export const daysFromToday = (days: number): LocalDate => addDays(toLocalDate(new Date()), days)

export const today = daysFromToday(0)

/** Local noon of the day `days` from today; the start of the current minute if that noon is in the future. */
export function noonOf(days: number): Date {
  const noon = new Date(`${daysFromToday(days)}T12:00:00`)
  return noon.getTime() <= Date.now() ? noon : new Date(Math.floor(Date.now() / 60_000) * 60_000)
}

/** A student as typed in the form: phone formatted, optional fields '' if empty. */
export const studentValues = (overrides: Partial<StudentValues> = {}): StudentValues => ({
  ...studentSchema.parse({
    ...EMPTY_STUDENT,
    name: 'Marina Costa',
    phone: '(11) 98765-4321',
    gender: 'female',
    type: 'fixed',
    classe: '3-classe',
  }),
  ...overrides,
})

/** The student of `studentValues` as stored. */
export const studentRow = (overrides: Partial<StudentRow> = {}): StudentRow => ({
  ...newStudentRow(studentValues()),
  ...overrides,
})

/** A student as listed, with `id` as name: without packages, owing nothing. */
export const listedStudent = (id: Uuid, overrides: Partial<StudentWithCredits> = {}): StudentWithCredits => ({
  ...studentRow({ name: id }),
  id,
  user_id: 'u',
  total_credits: 0,
  credits_version: 0,
  anonymized_at: null,
  link: null,
  created_at: '2026-11-01T10:00:00+00:00',
  updated_at: '2026-11-01T10:00:00+00:00',
  packages: [],
  open: [],
  ...overrides,
})

/** A package with credits left, as the list of students has it. */
export const listedPackage = (
  values: Partial<StudentWithCredits['packages'][number]>,
): StudentWithCredits['packages'][number] => ({
  id: 'p',
  name: 'Pacote',
  remaining_classes: 2,
  purchase_date: '2026-11-01',
  expiry_date: null,
  validity_days: null,
  extended_days: 0,
  ...values,
})

/**
 * One row of an imported spreadsheet: a student with 3 of 10 classes left, bought today and paid for R$ 400, or without
 * a package.
 */
export const importedRow = (name: string, hasPackage = true): PlannedRow => ({
  id: newId(),
  packageId: newId(),
  values: {
    student: studentRow({ name }),
    package: hasPackage
      ? {
          ...packageRow({ total_classes: 10, price: 400, purchase_date: today }),
          expiry_date: today,
          used_outside: 7,
          validity_days: null,
          paid: null,
          paid_on: today,
        }
      : null,
  },
})

/** Four classes bought a week ago, valid for 30 days. */
export const packageValues = (overrides: Partial<PackageDialogValues> = {}): PackageDialogValues => ({
  startDate: daysFromToday(-7),
  paymentDate: daysFromToday(-7),
  totalClasses: 4,
  price: 420.5,
  validityDays: 30,
  firstLessonValidity: false,
  renewsMonthly: false,
  ...overrides,
})

/** A sale of that package, by default paid in full on its payment date. */
export function saleIntent(studentId: Uuid, overrides: Partial<SaleIntent> = {}): SaleIntent {
  const { values = packageValues() } = overrides
  const { price: amount, paymentDate: paidOn } = values
  return {
    opId: newId(),
    packageId: newId(),
    studentId,
    values,
    payment: amount === 0 ? null : { id: newId(), amount, method: 'pix', paidOn },
    settle: [],
    ...overrides,
  }
}

export type PackageRow = Pick<
  Package,
  'name' | 'total_classes' | 'price' | 'purchase_date' | 'payment_date' | 'expiry_date'
> &
  Partial<Pick<Package, 'validity_days'>>

/** By default 4 classes, bought and paid 10 days ago, valid for 20 more days. */
export function packageRow(overrides: Partial<PackageRow> = {}): PackageRow {
  const { total_classes = 4, purchase_date = daysFromToday(-10) } = overrides
  return {
    name: packageName(total_classes),
    total_classes,
    price: 100,
    purchase_date,
    payment_date: purchase_date,
    expiry_date: daysFromToday(20),
    ...overrides,
  }
}

/** A package as the API answers it: 8 classes for R$ 640, used up and paid. */
export const storedPackage = (overrides: Partial<Package> = {}): Package => ({
  id: 'p1',
  user_id: 'u1',
  student_id: 's1',
  name: 'Pacote de 8 aulas',
  total_classes: 8,
  used_classes: 8,
  used_outside: 0,
  remaining_classes: 0,
  price: 640,
  purchase_date: '2026-10-01',
  payment_date: '2026-10-06',
  expiry_date: '2026-11-07',
  validity_days: null,
  extended_days: 7,
  status: 'active',
  paid_total: 640,
  open_amount: 0,
  renews_monthly: false,
  renews: null,
  sold_classes: 8,
  sold_price: 640,
  created_at: '',
  updated_at: '',
  ...overrides,
})

export type ClubRow = Pick<Club, 'name' | 'address' | 'phone' | 'is_default'>

export const clubRow = (overrides: Partial<ClubRow> = {}): ClubRow => ({
  name: 'Clube da Lagoa',
  address: null,
  phone: null,
  is_default: false,
  ...overrides,
})

/** A lesson now, in which every student is rated 4. */
export const lessonIntent = (
  studentIds: readonly Uuid[],
  overrides: Partial<RegistrationIntent> = {},
): RegistrationIntent => ({
  opId: newId(),
  sessionId: newId(),
  date: new Date().toISOString(),
  lessonDay: today,
  teacher: 'Ana Ribeiro',
  notes: null,
  participants: studentIds.map((studentId) => ({
    studentId,
    feedback: { rating: 4, notes: 'Bom ritmo', tags: ['Saque'] },
  })),
  ...overrides,
})

/** A participant with the package that pays; null: 'sem pacote'. */
export const assignmentRow = (student_id: Uuid, package_id: Uuid | null = null) => ({
  student_id,
  package_id,
  manually_assigned: false,
})

export const feedbackRow = (
  student_id: Uuid,
  overrides: Partial<StoredFeedback> = {},
): StoredFeedback & { student_id: Uuid } => ({
  student_id,
  rating: 4,
  notes: null,
  tags: [],
  club_id: null,
  ...overrides,
})

/** A plan that creates an empty lesson, for the test to fill. */
export const planOf = (overrides: Partial<SessionPlan>): SessionPlan => ({
  op: 'create',
  op_id: newId(),
  session: { id: newId(), teacher: 'Ana' },
  based_on: [],
  remove_students: [],
  assignments: [],
  feedbacks: [],
  alerts: { raise: [], end: [] },
  ...overrides,
})

export const alertDraft = (overrides: Partial<AlertDraft> & Pick<AlertDraft, 'dedupe_key'>): AlertDraft => ({
  type: 'low_credits',
  priority: 'medium',
  student_id: null,
  session_id: null,
  package_id: null,
  student_name: null,
  message: 'Créditos acabando',
  facts: {},
  ...overrides,
})
