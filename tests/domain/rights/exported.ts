import type { ExportDocument } from '@/rights/export.schema'
import { studentRow } from '../../support/world/values'

/** An export with a row in every table. */

export const ID = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
export const AT = '2026-11-20T15:00:00.123456+00:00'
const stamps = { created_at: AT, updated_at: AT }

export const student = {
  id: ID(1),
  ...studentRow({ name: 'José "Zé" D’Ávila', gender: 'male' }),
  notes: 'linha um\nlinha dois; com ponto e vírgula',
  total_credits: 3,
  credits_version: 2,
  anonymized_at: null,
  link: null,
  ...stamps,
} as const

export const pack = {
  id: ID(2),
  name: 'Pacote de 4 aulas',
  total_classes: 4,
  used_classes: 1,
  used_outside: 0,
  remaining_classes: 3,
  price: 420.5,
  purchase_date: '2026-11-01',
  payment_date: '2026-11-02',
  expiry_date: '2026-12-01',
  validity_days: null,
  extended_days: 7,
  paid_total: 400.2,
  open_amount: 20.3,
  renews_monthly: true,
  renews: null,
  sold_classes: 4,
  sold_price: 500.5,
  status: 'active',
  ...stamps,
} as const

export const feedback = { rating: 4, notes: '=1+1', tags: ['Saque', 'Voleio'], created_at: AT }
export const ledger = {
  id: 7,
  package_id: ID(2),
  session_id: ID(3),
  kind: 'consume',
  delta: -1,
  created_at: AT,
  package_name: pack.name,
  lesson_date: AT,
  lesson_day: '2026-11-20',
  attendance: 'absent',
  cancelled_reason: null,
  charged_as: null,
  reason: null,
  package_balance_after: 3,
  balance_after: 3,
} as const

export const extension = {
  id: ID(10),
  package_id: ID(2),
  days: 7,
  until_day: null,
  reason: '=viagem',
  batch_id: null,
  session_id: ID(3),
  slot_id: null,
  slot_date: null,
  day: '2026-11-19',
  kept: false,
  stands: true,
  created_at: AT,
} as const

export const payment = {
  id: ID(11),
  package_id: ID(2),
  kind: 'payment',
  amount: 420.5,
  paid_on: '2026-11-02',
  method: 'pix',
  payer_name: 'Dona Zélia',
  note: null,
  own: true,
  created_at: AT,
} as const
export const refund = {
  ...payment,
  id: ID(12),
  kind: 'refund',
  amount: 20.3,
  method: 'cash',
  payer_name: null,
  own: false,
} as const
export const alert = {
  id: ID(5),
  type: 'expiring_package',
  priority: 'medium',
  session_id: null,
  package_id: ID(2),
  student_name: student.name,
  message: 'Vence logo',
  facts: { package_name: 'Pacote de 4 aulas', expiry_date: '2026-12-01', remaining_classes: 3 },
  dedupe_key: `expiring_package:${ID(2)}:2026-12-01`,
  resolved: true,
  ended: false,
  created_at: AT,
} as const

export const notice = {
  id: ID(14),
  kind: 'payment_overdue',
  cause: `payment_overdue:${ID(2)}:2026-11-02`,
  opened_at: AT,
} as const

export const untold = {
  told_at: null,
  told_for: null,
  told_by: null,
  told_outcome: null,
  agreement_version: null,
}

export const seat = { session_id: ID(3), student_id: ID(1) }

export const whole = (): ExportDocument => ({
  format: 'voleio-export',
  version: 1,
  exported_at: AT,
  notice: 'Aviso',
  profile: {
    name: 'Ana',
    email: 'ana@voleio.test',
    phone: null,
    main_sport: 'Tênis',
    package_order: 'oldest',
    cancel_extension_days: 0,
    time_zone: 'America/Sao_Paulo',
    pix_type: 'email',
    pix_key: 'ana@voleio.test',
    pix_name: 'ANA',
    pix_city: 'SAO PAULO',
    show_pix: true,
    renewal_due_day: 10,
    first_steps_closed: false,
    replies_seen_at: null,
    time_zone_since: null,
    agreements_written: 1,
    ...stamps,
  },
  clubs: [{ id: ID(4), name: 'Clube', address: null, phone: '551133334444', is_default: true, ...stamps }],
  students: [{ ...student }],
  packages: [{ ...pack, student_id: ID(1) }],
  extensions: [{ ...extension, student_id: ID(1) }],
  payments: [
    { ...payment, student_id: ID(1) },
    { ...refund, student_id: ID(1) },
  ],
  slots: [
    {
      id: ID(13),
      weekday: 2,
      start_time: '07:00:00',
      minutes: 60,
      club_id: ID(4),
      starts_on: '2026-11-01',
      ends_on: null,
      replaces: [ID(99)],
      time_since: AT,
      ...stamps,
    },
  ],
  recesses: [{ id: ID(15), first_day: '2026-12-20', last_day: '2026-12-26', created_at: AT }],
  slot_students: [{ slot_id: ID(13), student_id: ID(1) }],
  slot_exceptions: [
    {
      slot_id: ID(13),
      slot_date: '2026-11-24',
      reason: 'recess',
      moved_to: null,
      moved_at: null,
      recess_id: ID(15),
      created_at: AT,
    },
  ],
  agreements: [
    {
      version: 1,
      starts_on: '2026-11-01',
      ends_on: null,
      notice_hours: 24,
      makeup_days: 30,
      note: null,
      created_at: AT,
    },
  ],
  agreement_confirmations: [{ student_id: ID(1), version: 1, confirmed_at: AT }],
  lesson_replies: [
    {
      slot_id: ID(99),
      slot_date: '2026-11-24',
      student_id: ID(1),
      reply: 'not_coming',
      replied_at: AT,
      told_by: 'student',
      for_start: AT,
      outcome: 'kept',
      agreement_version: 1,
      came_back: false,
    },
  ],
  occurrence_guests: [
    {
      slot_id: ID(99),
      slot_date: '2026-11-24',
      student_id: ID(1),
      source: 'opening',
      for_start: AT,
      created_at: AT,
    },
  ],
  openings: [
    {
      id: ID(16),
      slot_id: ID(99),
      slot_date: '2026-11-24',
      for_start: AT,
      places: 1,
      seats: 1,
      closes_at: AT,
      closed_at: null,
      created_at: AT,
    },
  ],
  opening_invites: [{ opening_id: ID(16), student_id: ID(1), invited_at: AT, taken_at: AT }],
  sessions: [
    {
      id: ID(3),
      date: AT,
      day: '2026-11-20',
      teacher: 'Ana',
      notes: null,
      cancelled_reason: null,
      student_count: 1,
      unassigned_count: 0,
      cancelled_count: 0,
      slot_id: ID(13),
      slot_date: '2026-11-17',
      rating_sum: 4,
      rating_count: 1,
      version: 3,
      ...stamps,
    },
  ],
  assignments: [
    {
      ...seat,
      ...untold,
      package_id: ID(2),
      manually_assigned: true,
      assigned_at: AT,
      attendance: 'absent',
      spared_package_id: null,
    },
  ],
  feedbacks: [
    { ...seat, ...feedback, private_notes: 'medo de rede', tags: [...feedback.tags], club_id: ID(4) },
  ],
  message_templates: [{ kind: 'payment_overdue', body: '=Oi, {nome}!', updated_at: AT }],
  notices: [{ ...notice, student_id: ID(1) }],
  alerts: [{ ...alert, facts: {}, student_id: ID(1) }],
  credit_ledger: [{ ...ledger, ...untold, student_id: ID(1) }],
  balances: [
    {
      student_id: ID(1),
      credits: 3,
      packages: 1,
      revenue: 420.5,
      paid: 400.2,
      lessons: 1,
      rating_sum: 4,
      rating_count: 1,
    },
  ],
  totals: {
    active_students: 1,
    lessons: 1,
    held: 1,
    unassigned_lessons: 0,
    rating_sum: 4,
    rating_count: 1,
    revenue: 420.5,
  },
})
