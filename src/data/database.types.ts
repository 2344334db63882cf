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

export interface Database {
  __InternalSupabase: {
    PostgrestVersion: '13'
  }
  public: {
    Tables: {
      agenda_feeds: {
        Row: {
          created_at: string
          token: string
          user_id: string
        }
        Insert: Record<never, never>
        Update: Record<never, never>
        Relationships: [
          Reference<'agenda_feeds_user_id_fkey', ['user_id'], 'profiles', true>,
        ]
      }
      agreement_confirmations: {
        Row: {
          confirmed_at: string
          student_id: string
          user_id: string
          version: number
        }
        Insert: Record<never, never>
        Update: Record<never, never>
        Relationships: [
          Reference<'agreement_confirmations_student_fkey', ['user_id', 'student_id'], 'students'>,
          Reference<'agreement_confirmations_version_fkey', ['user_id', 'version'], 'agreements'>,
        ]
      }
      agreements: {
        Row: {
          created_at: string
          ends_on: string | null
          makeup_days: number
          note: string | null
          notice_hours: number
          starts_on: string
          user_id: string
          version: number
        }
        Insert: Record<never, never>
        Update: Record<never, never>
        Relationships: [
          Reference<'agreements_user_id_fkey', ['user_id'], 'profiles'>,
        ]
      }
      alerts: {
        Row: {
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
        }
        Insert: {
          dedupe_key: string
          facts?: Json
          id?: string
          message: string
          package_id?: string | null
          priority: 'high' | 'medium' | 'low'
          session_id?: string | null
          student_id?: string | null
          student_name?: string | null
          type:
            | 'low_credits'
            | 'expiring_package'
            | 'expired_package'
            | 'unassigned_session'
            | 'no_club_registered'
            | 'payment_overdue'
          user_id?: string
        }
        Update: {
          ended?: boolean
          facts?: Json
          message?: string
          priority?: 'high' | 'medium' | 'low'
          resolved?: boolean
          student_name?: string | null
        }
        Relationships: [
          Reference<'alerts_package_fkey', ['user_id', 'student_id', 'package_id'], 'packages'>,
          Reference<'alerts_session_fkey', ['user_id', 'session_id'], 'sessions'>,
          Reference<'alerts_student_fkey', ['user_id', 'student_id'], 'students'>,
          Reference<'alerts_user_id_fkey', ['user_id'], 'profiles'>,
        ]
      }
      clubs: {
        Row: {
          address: string | null
          created_at: string
          id: string
          is_default: boolean
          name: string
          phone: string | null
          updated_at: string
          user_id: string
        }
        Insert: {
          address?: string | null
          id?: string
          is_default?: boolean
          name: string
          phone?: string | null
          user_id?: string
        }
        Update: {
          address?: string | null
          is_default?: boolean
          name?: string
          phone?: string | null
        }
        Relationships: [
          Reference<'clubs_user_id_fkey', ['user_id'], 'profiles'>,
        ]
      }
      coach_days: {
        Row: {
          day: string
          held: number
          lessons: number
          open_amount: number
          rating_count: number
          rating_sum: number
          received: number
          revenue: number
          user_id: string
        }
        Insert: Record<never, never>
        Update: Record<never, never>
        Relationships: [
          Reference<'coach_days_user_id_fkey', ['user_id'], 'profiles'>,
        ]
      }
      coach_totals: {
        Row: {
          active_students: number
          held: number
          lessons: number
          rating_count: number
          rating_sum: number
          unassigned_lessons: number
          user_id: string
        }
        Insert: Record<never, never>
        Update: Record<never, never>
        Relationships: [
          Reference<'coach_totals_user_id_fkey', ['user_id'], 'profiles', true>,
        ]
      }
      credit_ledger: {
        Row: {
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
        }
        Insert: Record<never, never>
        Update: Record<never, never>
        Relationships: [
          Reference<'credit_ledger_student_fkey', ['user_id', 'student_id'], 'students'>,
        ]
      }
      lesson_replies: {
        Row: {
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
        }
        Insert: Record<never, never>
        Update: Record<never, never>
        Relationships: [
          Reference<'lesson_replies_student_fkey', ['user_id', 'student_id'], 'students'>,
        ]
      }
      lesson_slot_students: {
        Row: {
          slot_id: string
          student_id: string
          user_id: string
        }
        Insert: {
          slot_id: string
          student_id: string
          user_id?: string
        }
        Update: Record<never, never>
        Relationships: [
          Reference<'lesson_slot_students_slot_fkey', ['user_id', 'slot_id'], 'lesson_slots'>,
          Reference<'lesson_slot_students_student_fkey', ['user_id', 'student_id'], 'students'>,
        ]
      }
      lesson_slots: {
        Row: {
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
        }
        Insert: {
          club_id?: string | null
          ends_on?: string | null
          id?: string
          minutes?: number
          replaces?: string[]
          start_time: string
          starts_on: string
          user_id?: string
          weekday?: number | null
        }
        Update: {
          ends_on?: string | null
        }
        Relationships: [
          Reference<'lesson_slots_club_fkey', ['user_id', 'club_id'], 'clubs'>,
          Reference<'lesson_slots_user_id_fkey', ['user_id'], 'profiles'>,
        ]
      }
      message_templates: {
        Row: {
          body: string
          kind: string
          updated_at: string
          user_id: string
        }
        Insert: {
          body: string
          kind: string
          user_id?: string
        }
        Update: {
          body?: string
          kind?: string
          user_id?: string
        }
        Relationships: [
          Reference<'message_templates_user_id_fkey', ['user_id'], 'profiles'>,
        ]
      }
      notices: {
        Row: {
          cause: string
          id: string
          kind: string
          opened_at: string
          student_id: string | null
          user_id: string
        }
        Insert: {
          cause: string
          kind: string
          student_id?: string | null
        }
        Update: {
          opened_at?: string
        }
        Relationships: [
          Reference<'notices_student_fkey', ['user_id', 'student_id'], 'students'>,
          Reference<'notices_user_id_fkey', ['user_id'], 'profiles'>,
        ]
      }
      occurrence_guests: {
        Row: {
          created_at: string
          for_start: string
          slot_date: string
          slot_id: string
          source: 'coach' | 'opening'
          student_id: string
          user_id: string
        }
        Insert: Record<never, never>
        Update: Record<never, never>
        Relationships: [
          Reference<'occurrence_guests_student_fkey', ['user_id', 'student_id'], 'students'>,
        ]
      }
      opening_invites: {
        Row: {
          invited_at: string
          opening_id: string
          student_id: string
          taken_at: string | null
          user_id: string
        }
        Insert: Record<never, never>
        Update: Record<never, never>
        Relationships: [
          Reference<'opening_invites_opening_fkey', ['user_id', 'opening_id'], 'openings'>,
          Reference<'opening_invites_student_fkey', ['user_id', 'student_id'], 'students'>,
        ]
      }
      openings: {
        Row: {
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
        }
        Insert: Record<never, never>
        Update: Record<never, never>
        Relationships: [
          Reference<'openings_user_id_fkey', ['user_id'], 'profiles'>,
        ]
      }
      package_extensions: {
        Row: {
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
        }
        Insert: Record<never, never>
        Update: Record<never, never>
        Relationships: [
          Reference<'package_extensions_package_fkey', ['user_id', 'student_id', 'package_id'], 'packages'>,
          Reference<'package_extensions_recess_fkey', ['user_id', 'batch_id'], 'recesses'>,
        ]
      }
      packages: {
        Row: {
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
        }
        Insert: {
          expiry_date?: string | null
          id?: string
          name: string
          payment_date: string
          price: number
          purchase_date: string
          renews_monthly?: boolean
          student_id: string
          total_classes: number
          user_id?: string
          validity_days?: number | null
        }
        Update: {
          expiry_date?: string | null
          name?: string
          payment_date?: string
          price?: number
          purchase_date?: string
          renews?: string | null
          renews_monthly?: boolean
          total_classes?: number
          validity_days?: number | null
        }
        Relationships: [
          Reference<'packages_renews_fkey', ['user_id', 'student_id', 'renews'], 'packages'>,
          Reference<'packages_student_fkey', ['user_id', 'student_id'], 'students'>,
        ]
      }
      payments: {
        Row: {
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
        }
        Insert: {
          amount: number
          id?: string
          kind?: 'payment' | 'refund'
          method: 'pix' | 'cash' | 'card' | 'transfer' | 'other'
          note?: string | null
          own?: boolean
          package_id: string
          paid_on: string
          payer_name?: string | null
          student_id: string
          user_id?: string
        }
        Update: Record<never, never>
        Relationships: [
          Reference<'payments_package_fkey', ['user_id', 'student_id', 'package_id'], 'packages'>,
        ]
      }
      profiles: {
        Row: {
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
        }
        Insert: Record<never, never>
        Update: {
          cancel_extension_days?: number
          first_steps_closed?: boolean
          main_sport?: string
          name?: string
          package_order?: 'oldest' | 'expires_first'
          phone?: string | null
          pix_city?: string | null
          pix_key?: string | null
          pix_name?: string | null
          pix_type?: 'cpf' | 'cnpj' | 'phone' | 'email' | 'evp' | null
          renewal_due_day?: number
          replies_seen_at?: string | null
          show_pix?: boolean
          time_zone?: string | null
        }
        Relationships: []
      }
      racketleads: {
        Row: {
          country: string
          created_at: string
          email: string
          heard_from: string
          id: string
          language: 'pt' | 'en'
          name: string
          phone: string
          sports: string[]
        }
        Insert: {
          country: string
          email: string
          heard_from: string
          id?: string
          language: 'pt' | 'en'
          name: string
          phone: string
          sports?: string[]
        }
        Update: Record<never, never>
        Relationships: []
      }
      recesses: {
        Row: {
          created_at: string
          first_day: string
          id: string
          last_day: string
          user_id: string
        }
        Insert: Record<never, never>
        Update: Record<never, never>
        Relationships: [
          Reference<'recesses_user_id_fkey', ['user_id'], 'profiles'>,
        ]
      }
      session_feedbacks: {
        Row: {
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
        }
        Insert: {
          club_id?: string | null
          created_at?: string
          notes?: string | null
          private_notes?: string | null
          rating: number
          session_id: string
          student_id: string
          tags?: string[]
          user_id?: string
        }
        Update: {
          club_id?: string | null
          notes?: string | null
          private_notes?: string | null
          rating?: number
          tags?: string[]
        }
        Relationships: [
          Reference<'feedbacks_attendance_fkey', ['user_id', 'session_id', 'student_id', 'attendance'], 'session_package_assignments', true>,
          Reference<'feedbacks_club_fkey', ['user_id', 'club_id'], 'clubs'>,
        ]
      }
      session_package_assignments: {
        Row: {
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
        }
        Insert: {
          attendance?: 'present' | 'absent' | 'excused' | 'cancelled'
          manually_assigned?: boolean
          package_id?: string | null
          session_id: string
          spared_package_id?: string | null
          student_id: string
          user_id?: string
        }
        Update: {
          assigned_at?: string
          attendance?: 'present' | 'absent' | 'excused' | 'cancelled'
          manually_assigned?: boolean
          package_id?: string | null
          spared_package_id?: string | null
        }
        Relationships: [
          Reference<'assignments_package_fkey', ['user_id', 'student_id', 'package_id'], 'packages'>,
          Reference<'assignments_session_fkey', ['user_id', 'session_id'], 'sessions'>,
          Reference<'assignments_student_fkey', ['user_id', 'student_id'], 'students'>,
        ]
      }
      sessions: {
        Row: {
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
        }
        Insert: {
          cancelled_reason?: 'rain' | 'coach' | 'venue' | 'other' | null
          created_at?: string
          date?: string
          day: string
          id?: string
          notes?: string | null
          slot_date?: string | null
          slot_id?: string | null
          teacher: string
          user_id?: string
        }
        Update: {
          cancelled_reason?: 'rain' | 'coach' | 'venue' | 'other' | null
          date?: string
          day?: string
          notes?: string | null
          slot_date?: string | null
          slot_id?: string | null
          teacher?: string
        }
        Relationships: [
          Reference<'sessions_slot_fkey', ['user_id', 'slot_id'], 'lesson_slots'>,
          Reference<'sessions_user_id_fkey', ['user_id'], 'profiles'>,
        ]
      }
      slot_exceptions: {
        Row: {
          created_at: string
          moved_at: string | null
          moved_to: string | null
          reason: 'rain' | 'coach' | 'venue' | 'other' | 'holiday' | 'recess' | null
          recess_id: string | null
          slot_date: string
          slot_id: string
          user_id: string
        }
        Insert: Record<never, never>
        Update: Record<never, never>
        Relationships: [
          Reference<'slot_exceptions_recess_fkey', ['user_id', 'recess_id'], 'recesses'>,
          Reference<'slot_exceptions_slot_fkey', ['user_id', 'slot_id'], 'lesson_slots'>,
        ]
      }
      student_links: {
        Row: {
          created_at: string
          link: string
          revoked: boolean
          student_id: string
          user_id: string
        }
        Insert: Record<never, never>
        Update: Record<never, never>
        Relationships: [
          Reference<'student_links_student_fkey', ['user_id', 'student_id'], 'students'>,
        ]
      }
      students: {
        Row: {
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
        }
        Insert: {
          classe:
            | 'profissional'
            | '1-classe'
            | '2-classe'
            | '3-classe'
            | '4-classe'
            | '5-classe'
            | '6-classe'
            | '7-classe'
          email?: string | null
          gender: 'male' | 'female'
          id?: string
          name: string
          notes?: string | null
          phone: string
          status?: 'active' | 'inactive'
          type: 'fixed' | 'occasional'
          user_id?: string
        }
        Update: {
          classe?:
            | 'profissional'
            | '1-classe'
            | '2-classe'
            | '3-classe'
            | '4-classe'
            | '5-classe'
            | '6-classe'
            | '7-classe'
          email?: string | null
          gender?: 'male' | 'female'
          name?: string
          notes?: string | null
          phone?: string
          status?: 'active' | 'inactive'
          type?: 'fixed' | 'occasional'
        }
        Relationships: [
          Reference<'students_user_id_fkey', ['user_id'], 'profiles'>,
        ]
      }
    }
    Views: Record<never, never>
    Enums: Record<never, never>
    CompositeTypes: Record<never, never>
  }
}
