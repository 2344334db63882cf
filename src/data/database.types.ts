// Generated from supabase/migrations by `npm run schema`; do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

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
          {
            foreignKeyName: 'agenda_feeds_user_id_fkey'
            columns: ['user_id']
            isOneToOne: true
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
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
          {
            foreignKeyName: 'agreement_confirmations_student_fkey'
            columns: ['user_id', 'student_id']
            isOneToOne: false
            referencedRelation: 'students'
            referencedColumns: ['user_id', 'id']
          },
          {
            foreignKeyName: 'agreement_confirmations_version_fkey'
            columns: ['user_id', 'version']
            isOneToOne: false
            referencedRelation: 'agreements'
            referencedColumns: ['user_id', 'version']
          },
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
          {
            foreignKeyName: 'agreements_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
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
          {
            foreignKeyName: 'alerts_package_fkey'
            columns: ['user_id', 'student_id', 'package_id']
            isOneToOne: false
            referencedRelation: 'packages'
            referencedColumns: ['user_id', 'student_id', 'id']
          },
          {
            foreignKeyName: 'alerts_session_fkey'
            columns: ['user_id', 'session_id']
            isOneToOne: false
            referencedRelation: 'sessions'
            referencedColumns: ['user_id', 'id']
          },
          {
            foreignKeyName: 'alerts_student_fkey'
            columns: ['user_id', 'student_id']
            isOneToOne: false
            referencedRelation: 'students'
            referencedColumns: ['user_id', 'id']
          },
          {
            foreignKeyName: 'alerts_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
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
          {
            foreignKeyName: 'clubs_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
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
          {
            foreignKeyName: 'coach_days_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
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
          {
            foreignKeyName: 'coach_totals_user_id_fkey'
            columns: ['user_id']
            isOneToOne: true
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
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
          {
            foreignKeyName: 'credit_ledger_student_fkey'
            columns: ['user_id', 'student_id']
            isOneToOne: false
            referencedRelation: 'students'
            referencedColumns: ['user_id', 'id']
          },
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
          {
            foreignKeyName: 'lesson_replies_student_fkey'
            columns: ['user_id', 'student_id']
            isOneToOne: false
            referencedRelation: 'students'
            referencedColumns: ['user_id', 'id']
          },
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
          {
            foreignKeyName: 'lesson_slot_students_slot_fkey'
            columns: ['user_id', 'slot_id']
            isOneToOne: false
            referencedRelation: 'lesson_slots'
            referencedColumns: ['user_id', 'id']
          },
          {
            foreignKeyName: 'lesson_slot_students_student_fkey'
            columns: ['user_id', 'student_id']
            isOneToOne: false
            referencedRelation: 'students'
            referencedColumns: ['user_id', 'id']
          },
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
          {
            foreignKeyName: 'lesson_slots_club_fkey'
            columns: ['user_id', 'club_id']
            isOneToOne: false
            referencedRelation: 'clubs'
            referencedColumns: ['user_id', 'id']
          },
          {
            foreignKeyName: 'lesson_slots_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
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
          {
            foreignKeyName: 'message_templates_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
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
          {
            foreignKeyName: 'notices_student_fkey'
            columns: ['user_id', 'student_id']
            isOneToOne: false
            referencedRelation: 'students'
            referencedColumns: ['user_id', 'id']
          },
          {
            foreignKeyName: 'notices_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
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
          {
            foreignKeyName: 'occurrence_guests_student_fkey'
            columns: ['user_id', 'student_id']
            isOneToOne: false
            referencedRelation: 'students'
            referencedColumns: ['user_id', 'id']
          },
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
          {
            foreignKeyName: 'opening_invites_opening_fkey'
            columns: ['user_id', 'opening_id']
            isOneToOne: false
            referencedRelation: 'openings'
            referencedColumns: ['user_id', 'id']
          },
          {
            foreignKeyName: 'opening_invites_student_fkey'
            columns: ['user_id', 'student_id']
            isOneToOne: false
            referencedRelation: 'students'
            referencedColumns: ['user_id', 'id']
          },
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
          {
            foreignKeyName: 'openings_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
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
          {
            foreignKeyName: 'package_extensions_package_fkey'
            columns: ['user_id', 'student_id', 'package_id']
            isOneToOne: false
            referencedRelation: 'packages'
            referencedColumns: ['user_id', 'student_id', 'id']
          },
          {
            foreignKeyName: 'package_extensions_recess_fkey'
            columns: ['user_id', 'batch_id']
            isOneToOne: false
            referencedRelation: 'recesses'
            referencedColumns: ['user_id', 'id']
          },
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
          {
            foreignKeyName: 'packages_renews_fkey'
            columns: ['user_id', 'student_id', 'renews']
            isOneToOne: false
            referencedRelation: 'packages'
            referencedColumns: ['user_id', 'student_id', 'id']
          },
          {
            foreignKeyName: 'packages_student_fkey'
            columns: ['user_id', 'student_id']
            isOneToOne: false
            referencedRelation: 'students'
            referencedColumns: ['user_id', 'id']
          },
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
          {
            foreignKeyName: 'payments_package_fkey'
            columns: ['user_id', 'student_id', 'package_id']
            isOneToOne: false
            referencedRelation: 'packages'
            referencedColumns: ['user_id', 'student_id', 'id']
          },
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
          {
            foreignKeyName: 'recesses_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
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
          {
            foreignKeyName: 'feedbacks_attendance_fkey'
            columns: ['user_id', 'session_id', 'student_id', 'attendance']
            isOneToOne: true
            referencedRelation: 'session_package_assignments'
            referencedColumns: ['user_id', 'session_id', 'student_id', 'attendance']
          },
          {
            foreignKeyName: 'feedbacks_club_fkey'
            columns: ['user_id', 'club_id']
            isOneToOne: false
            referencedRelation: 'clubs'
            referencedColumns: ['user_id', 'id']
          },
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
          {
            foreignKeyName: 'assignments_package_fkey'
            columns: ['user_id', 'student_id', 'package_id']
            isOneToOne: false
            referencedRelation: 'packages'
            referencedColumns: ['user_id', 'student_id', 'id']
          },
          {
            foreignKeyName: 'assignments_session_fkey'
            columns: ['user_id', 'session_id']
            isOneToOne: false
            referencedRelation: 'sessions'
            referencedColumns: ['user_id', 'id']
          },
          {
            foreignKeyName: 'assignments_student_fkey'
            columns: ['user_id', 'student_id']
            isOneToOne: false
            referencedRelation: 'students'
            referencedColumns: ['user_id', 'id']
          },
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
          {
            foreignKeyName: 'sessions_slot_fkey'
            columns: ['user_id', 'slot_id']
            isOneToOne: false
            referencedRelation: 'lesson_slots'
            referencedColumns: ['user_id', 'id']
          },
          {
            foreignKeyName: 'sessions_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
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
          {
            foreignKeyName: 'slot_exceptions_recess_fkey'
            columns: ['user_id', 'recess_id']
            isOneToOne: false
            referencedRelation: 'recesses'
            referencedColumns: ['user_id', 'id']
          },
          {
            foreignKeyName: 'slot_exceptions_slot_fkey'
            columns: ['user_id', 'slot_id']
            isOneToOne: false
            referencedRelation: 'lesson_slots'
            referencedColumns: ['user_id', 'id']
          },
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
          {
            foreignKeyName: 'student_links_student_fkey'
            columns: ['user_id', 'student_id']
            isOneToOne: false
            referencedRelation: 'students'
            referencedColumns: ['user_id', 'id']
          },
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
          {
            foreignKeyName: 'students_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
    }
    Views: Record<never, never>
    Enums: Record<never, never>
    CompositeTypes: Record<never, never>
  }
}
