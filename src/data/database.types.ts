// Generated from supabase/migrations by `npm run schema`; do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

/** A foreign key, as supabase-js reads it in the text of a select; no query needs the columns it refers to. */
interface Reference<Name, Columns, Table, IsOneToOne = false> {
  foreignKeyName: Name
  columns: Columns
  isOneToOne: IsOneToOne
  referencedRelation: Table
  referencedColumns: string[]
}

/** A table with the columns that an insert must have, those that it may have, and those that an edit may change. */
interface Table<
  Row,
  Keys,
  Must extends keyof Row = never,
  May extends keyof Row = never,
  Changed extends keyof Row = never,
> {
  Row: Row
  Insert: Pick<Row, Must> & Partial<Pick<Row, May>>
  Update: Partial<Pick<Row, Changed>>
  Relationships: Keys
}

export interface Database {
  __InternalSupabase: {
    PostgrestVersion: '13'
  }
  public: {
    Tables: {
      agenda_feeds: Table<
        {
          created_at: string
          token: string
          user_id: string
        },
        [
          Reference<'agenda_feeds_user_id_fkey', ['user_id'], 'profiles', true>,
        ]
      >
      agreement_confirmations: Table<
        {
          confirmed_at: string
          student_id: string
          user_id: string
          version: number
        },
        [
          Reference<'agreement_confirmations_student_fkey', ['user_id', 'student_id'], 'students'>,
          Reference<'agreement_confirmations_version_fkey', ['user_id', 'version'], 'agreements'>,
        ]
      >
      agreements: Table<
        {
          created_at: string
          ends_on: string | null
          makeup_days: number
          note: string | null
          notice_hours: number
          starts_on: string
          user_id: string
          version: number
        },
        [
          Reference<'agreements_user_id_fkey', ['user_id'], 'profiles'>,
        ]
      >
      alerts: Table<
        {
          created_at: string
          dedupe_key: string
          ended: boolean
          facts: Json
          id: string
          message: string
          open_key: string | null
          package_id: string | null
          priority: 'high' | 'medium' | 'low'
          resolved: boolean
          session_id: string | null
          student_id: string | null
          student_name: string | null
          type:
            | 'low_credits'
            | 'expiring_package'
            | 'expired_package'
            | 'unassigned_session'
            | 'no_club_registered'
            | 'payment_overdue'
          user_id: string
        },
        [
          Reference<'alerts_package_fkey', ['user_id', 'student_id', 'package_id'], 'packages'>,
          Reference<'alerts_session_fkey', ['user_id', 'session_id'], 'sessions'>,
          Reference<'alerts_student_fkey', ['user_id', 'student_id'], 'students'>,
          Reference<'alerts_user_id_fkey', ['user_id'], 'profiles'>,
        ],
        'dedupe_key' | 'message' | 'priority' | 'type',
        'facts' | 'id' | 'package_id' | 'session_id' | 'student_id' | 'student_name' | 'user_id',
        'ended' | 'facts' | 'message' | 'priority' | 'resolved' | 'student_name'
      >
      clubs: Table<
        {
          address: string | null
          created_at: string
          id: string
          is_default: boolean
          name: string
          phone: string | null
          updated_at: string
          user_id: string
        },
        [
          Reference<'clubs_user_id_fkey', ['user_id'], 'profiles'>,
        ],
        'name',
        'address' | 'id' | 'is_default' | 'phone' | 'user_id',
        'address' | 'is_default' | 'name' | 'phone'
      >
      coach_days: Table<
        {
          day: string
          held: number
          lessons: number
          open_amount: number
          rating_count: number
          rating_sum: number
          received: number
          revenue: number
          user_id: string
        },
        [
          Reference<'coach_days_user_id_fkey', ['user_id'], 'profiles'>,
        ]
      >
      coach_totals: Table<
        {
          active_students: number
          held: number
          lessons: number
          rating_count: number
          rating_sum: number
          unassigned_lessons: number
          user_id: string
        },
        [
          Reference<'coach_totals_user_id_fkey', ['user_id'], 'profiles', true>,
        ]
      >
      credit_ledger: Table<
        {
          agreement_version: number | null
          attendance: 'present' | 'absent' | 'excused' | 'cancelled' | null
          balance_after: number | null
          cancelled_reason: 'rain' | 'coach' | 'venue' | 'other' | null
          charged_as: 'present' | 'absent' | null
          created_at: string
          delta: number
          id: number
          kind: 'purchase' | 'adjust' | 'void' | 'consume' | 'refund'
          lesson_date: string | null
          lesson_day: string | null
          package_balance_after: number | null
          package_id: string
          package_name: string | null
          reason: string | null
          session_id: string | null
          student_id: string
          told_at: string | null
          told_by: 'student' | 'coach' | null
          told_for: string | null
          told_outcome: 'kept' | 'late' | null
          user_id: string
        },
        [
          Reference<'credit_ledger_student_fkey', ['user_id', 'student_id'], 'students'>,
        ]
      >
      lesson_replies: Table<
        {
          agreement_version: number | null
          came_back: boolean
          for_start: string
          outcome: 'kept' | 'late' | null
          replied_at: string
          reply: 'coming' | 'not_coming'
          slot_date: string
          slot_id: string
          student_id: string
          told_by: 'student' | 'coach'
          user_id: string
        },
        [
          Reference<'lesson_replies_student_fkey', ['user_id', 'student_id'], 'students'>,
        ]
      >
      lesson_slot_students: Table<
        {
          slot_id: string
          student_id: string
          user_id: string
        },
        [
          Reference<'lesson_slot_students_slot_fkey', ['user_id', 'slot_id'], 'lesson_slots'>,
          Reference<'lesson_slot_students_student_fkey', ['user_id', 'student_id'], 'students'>,
        ],
        'slot_id' | 'student_id',
        'user_id',
        never
      >
      lesson_slots: Table<
        {
          club_id: string | null
          created_at: string
          ends_on: string | null
          id: string
          minutes: number
          replaces: string[]
          start_time: string
          starts_on: string
          time_since: string
          updated_at: string
          user_id: string
          weekday: number | null
        },
        [
          Reference<'lesson_slots_club_fkey', ['user_id', 'club_id'], 'clubs'>,
          Reference<'lesson_slots_user_id_fkey', ['user_id'], 'profiles'>,
        ],
        'start_time' | 'starts_on',
        'club_id' | 'ends_on' | 'id' | 'minutes' | 'replaces' | 'user_id' | 'weekday',
        'ends_on'
      >
      message_templates: Table<
        {
          body: string
          kind: string
          updated_at: string
          user_id: string
        },
        [
          Reference<'message_templates_user_id_fkey', ['user_id'], 'profiles'>,
        ],
        'body' | 'kind',
        'user_id',
        'body' | 'kind' | 'user_id'
      >
      notices: Table<
        {
          cause: string
          id: string
          kind: string
          opened_at: string
          student_id: string | null
          user_id: string
        },
        [
          Reference<'notices_student_fkey', ['user_id', 'student_id'], 'students'>,
          Reference<'notices_user_id_fkey', ['user_id'], 'profiles'>,
        ],
        'cause' | 'kind',
        'student_id',
        'opened_at'
      >
      occurrence_guests: Table<
        {
          created_at: string
          for_start: string
          slot_date: string
          slot_id: string
          source: 'coach' | 'opening'
          student_id: string
          user_id: string
        },
        [
          Reference<'occurrence_guests_student_fkey', ['user_id', 'student_id'], 'students'>,
        ]
      >
      opening_invites: Table<
        {
          invited_at: string
          opening_id: string
          student_id: string
          taken_at: string | null
          user_id: string
        },
        [
          Reference<'opening_invites_opening_fkey', ['user_id', 'opening_id'], 'openings'>,
          Reference<'opening_invites_student_fkey', ['user_id', 'student_id'], 'students'>,
        ]
      >
      openings: Table<
        {
          closed_at: string | null
          closes_at: string
          created_at: string
          for_start: string
          id: string
          places: number
          seats: number
          slot_date: string
          slot_id: string
          user_id: string
        },
        [
          Reference<'openings_user_id_fkey', ['user_id'], 'profiles'>,
        ]
      >
      package_extensions: Table<
        {
          batch_id: string | null
          created_at: string
          day: string | null
          days: number | null
          id: string
          kept: boolean
          package_id: string
          reason: string
          session_id: string | null
          slot_date: string | null
          slot_id: string | null
          student_id: string
          until_day: string | null
          user_id: string
        },
        [
          Reference<'package_extensions_package_fkey', ['user_id', 'student_id', 'package_id'], 'packages'>,
          Reference<'package_extensions_recess_fkey', ['user_id', 'batch_id'], 'recesses'>,
        ]
      >
      packages: Table<
        {
          created_at: string
          expiry_date: string | null
          extended_days: number
          id: string
          name: string
          open_amount: number
          paid_total: number
          payment_date: string
          price: number
          purchase_date: string
          remaining_classes: number
          renews: string | null
          renews_monthly: boolean
          sold_classes: number
          sold_price: number
          status: 'active'
          student_id: string
          total_classes: number
          updated_at: string
          used_classes: number
          used_outside: number
          user_id: string
          validity_days: number | null
        },
        [
          Reference<'packages_renews_fkey', ['user_id', 'student_id', 'renews'], 'packages'>,
          Reference<'packages_student_fkey', ['user_id', 'student_id'], 'students'>,
        ],
        'name' | 'payment_date' | 'price' | 'purchase_date' | 'student_id' | 'total_classes',
        'expiry_date' | 'id' | 'renews_monthly' | 'user_id' | 'validity_days',
        'expiry_date' | 'name' | 'payment_date' | 'price' | 'purchase_date' | 'renews' | 'renews_monthly'
        | 'total_classes' | 'validity_days'
      >
      payments: Table<
        {
          amount: number
          created_at: string
          id: string
          kind: 'payment' | 'refund'
          method: 'pix' | 'cash' | 'card' | 'transfer' | 'other'
          note: string | null
          own: boolean
          package_id: string
          paid_on: string
          payer_name: string | null
          student_id: string
          user_id: string
        },
        [
          Reference<'payments_package_fkey', ['user_id', 'student_id', 'package_id'], 'packages'>,
        ],
        'amount' | 'method' | 'package_id' | 'paid_on' | 'student_id',
        'id' | 'kind' | 'note' | 'own' | 'payer_name' | 'user_id',
        never
      >
      profiles: Table<
        {
          agreements_written: number
          cancel_extension_days: number
          created_at: string
          first_steps_closed: boolean
          id: string
          main_sport: string
          name: string
          package_order: 'oldest' | 'expires_first'
          phone: string | null
          pix_city: string | null
          pix_key: string | null
          pix_name: string | null
          pix_type: 'cpf' | 'cnpj' | 'phone' | 'email' | 'evp' | null
          renewal_due_day: number
          replies_seen_at: string | null
          show_pix: boolean
          time_zone: string | null
          time_zone_since: string | null
          updated_at: string
        },
        [
        ],
        never,
        never,
        'cancel_extension_days' | 'first_steps_closed' | 'main_sport' | 'name' | 'package_order' | 'phone'
        | 'pix_city' | 'pix_key' | 'pix_name' | 'pix_type' | 'renewal_due_day' | 'replies_seen_at'
        | 'show_pix' | 'time_zone'
      >
      racketleads: Table<
        {
          country: string
          created_at: string
          email: string
          heard_from: string
          id: string
          language: 'pt' | 'en'
          name: string
          phone: string
          sports: string[]
        },
        [
        ],
        'country' | 'email' | 'heard_from' | 'language' | 'name' | 'phone',
        'id' | 'sports',
        never
      >
      recesses: Table<
        {
          created_at: string
          first_day: string
          id: string
          last_day: string
          user_id: string
        },
        [
          Reference<'recesses_user_id_fkey', ['user_id'], 'profiles'>,
        ]
      >
      session_feedbacks: Table<
        {
          attendance: string
          club_id: string | null
          created_at: string
          notes: string | null
          private_notes: string | null
          rating: number
          session_id: string
          student_id: string
          tags: string[]
          user_id: string
        },
        [
          Reference<'feedbacks_attendance_fkey', ['user_id', 'session_id', 'student_id', 'attendance'], 'session_package_assignments', true>,
          Reference<'feedbacks_club_fkey', ['user_id', 'club_id'], 'clubs'>,
        ],
        'rating' | 'session_id' | 'student_id',
        'club_id' | 'created_at' | 'notes' | 'private_notes' | 'tags' | 'user_id',
        'club_id' | 'notes' | 'private_notes' | 'rating' | 'tags'
      >
      session_package_assignments: Table<
        {
          agreement_version: number | null
          assigned_at: string
          attendance: 'present' | 'absent' | 'excused' | 'cancelled'
          charged: boolean
          manually_assigned: boolean
          package_id: string | null
          session_id: string
          spared_package_id: string | null
          student_id: string
          told_at: string | null
          told_by: 'student' | 'coach' | null
          told_for: string | null
          told_outcome: 'kept' | 'late' | null
          user_id: string
        },
        [
          Reference<'assignments_package_fkey', ['user_id', 'student_id', 'package_id'], 'packages'>,
          Reference<'assignments_session_fkey', ['user_id', 'session_id'], 'sessions'>,
          Reference<'assignments_student_fkey', ['user_id', 'student_id'], 'students'>,
        ],
        'session_id' | 'student_id',
        'attendance' | 'manually_assigned' | 'package_id' | 'spared_package_id' | 'user_id',
        'assigned_at' | 'attendance' | 'manually_assigned' | 'package_id' | 'spared_package_id'
      >
      sessions: Table<
        {
          cancelled_count: number
          cancelled_reason: 'rain' | 'coach' | 'venue' | 'other' | null
          created_at: string
          date: string
          day: string
          id: string
          notes: string | null
          rating_count: number
          rating_sum: number
          slot_date: string | null
          slot_id: string | null
          student_count: number
          teacher: string
          unassigned_count: number
          updated_at: string
          user_id: string
          version: number
        },
        [
          Reference<'sessions_slot_fkey', ['user_id', 'slot_id'], 'lesson_slots'>,
          Reference<'sessions_user_id_fkey', ['user_id'], 'profiles'>,
        ],
        'day' | 'teacher',
        'cancelled_reason' | 'created_at' | 'date' | 'id' | 'notes' | 'slot_date' | 'slot_id' | 'user_id',
        'cancelled_reason' | 'date' | 'day' | 'notes' | 'slot_date' | 'slot_id' | 'teacher'
      >
      slot_exceptions: Table<
        {
          created_at: string
          moved_at: string | null
          moved_to: string | null
          reason: 'rain' | 'coach' | 'venue' | 'other' | 'holiday' | 'recess' | null
          recess_id: string | null
          slot_date: string
          slot_id: string
          user_id: string
        },
        [
          Reference<'slot_exceptions_recess_fkey', ['user_id', 'recess_id'], 'recesses'>,
          Reference<'slot_exceptions_slot_fkey', ['user_id', 'slot_id'], 'lesson_slots'>,
        ]
      >
      student_links: Table<
        {
          created_at: string
          link: string
          revoked: boolean
          student_id: string
          user_id: string
        },
        [
          Reference<'student_links_student_fkey', ['user_id', 'student_id'], 'students'>,
        ]
      >
      students: Table<
        {
          anonymized_at: string | null
          classe:
            | 'profissional'
            | '1-classe'
            | '2-classe'
            | '3-classe'
            | '4-classe'
            | '5-classe'
            | '6-classe'
            | '7-classe'
          created_at: string
          credits_version: number
          email: string | null
          gender: 'male' | 'female'
          id: string
          link: string | null
          name: string
          notes: string | null
          phone: string
          status: 'active' | 'inactive'
          total_credits: number
          type: 'fixed' | 'occasional'
          updated_at: string
          user_id: string
        },
        [
          Reference<'students_user_id_fkey', ['user_id'], 'profiles'>,
        ],
        'classe' | 'gender' | 'name' | 'phone' | 'type',
        'email' | 'id' | 'notes' | 'status' | 'user_id',
        'classe' | 'email' | 'gender' | 'name' | 'notes' | 'phone' | 'status' | 'type'
      >
    }
    Views: Record<never, never>
    Enums: Record<never, never>
    CompositeTypes: Record<never, never>
  }
}
