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
        Insert: {
          created_at?: never
          token?: never
          user_id?: never
        }
        Update: {
          created_at?: never
          token?: never
          user_id?: never
        }
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
        Insert: {
          confirmed_at?: never
          student_id?: never
          user_id?: never
          version?: never
        }
        Update: {
          confirmed_at?: never
          student_id?: never
          user_id?: never
          version?: never
        }
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
        Insert: {
          created_at?: never
          ends_on?: never
          makeup_days?: never
          note?: never
          notice_hours?: never
          starts_on?: never
          user_id?: never
          version?: never
        }
        Update: {
          created_at?: never
          ends_on?: never
          makeup_days?: never
          note?: never
          notice_hours?: never
          starts_on?: never
          user_id?: never
          version?: never
        }
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
          created_at?: never
          dedupe_key: string
          ended?: never
          facts?: Json
          id?: string
          message: string
          open_key?: never
          package_id?: string | null
          priority: 'high' | 'medium' | 'low'
          resolved?: never
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
          created_at?: never
          dedupe_key?: never
          ended?: boolean
          facts?: Json
          id?: never
          message?: string
          open_key?: never
          package_id?: never
          priority?: 'high' | 'medium' | 'low'
          resolved?: boolean
          session_id?: never
          student_id?: never
          student_name?: string | null
          type?: never
          user_id?: never
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
          created_at?: never
          id?: string
          is_default?: boolean
          name: string
          phone?: string | null
          updated_at?: never
          user_id?: string
        }
        Update: {
          address?: string | null
          created_at?: never
          id?: never
          is_default?: boolean
          name?: string
          phone?: string | null
          updated_at?: never
          user_id?: never
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
        Insert: {
          day?: never
          held?: never
          lessons?: never
          open_amount?: never
          rating_count?: never
          rating_sum?: never
          received?: never
          revenue?: never
          user_id?: never
        }
        Update: {
          day?: never
          held?: never
          lessons?: never
          open_amount?: never
          rating_count?: never
          rating_sum?: never
          received?: never
          revenue?: never
          user_id?: never
        }
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
        Insert: {
          active_students?: never
          held?: never
          lessons?: never
          rating_count?: never
          rating_sum?: never
          unassigned_lessons?: never
          user_id?: never
        }
        Update: {
          active_students?: never
          held?: never
          lessons?: never
          rating_count?: never
          rating_sum?: never
          unassigned_lessons?: never
          user_id?: never
        }
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
        Insert: {
          agreement_version?: never
          attendance?: never
          balance_after?: never
          cancelled_reason?: never
          charged_as?: never
          created_at?: never
          delta?: never
          id?: never
          kind?: never
          lesson_date?: never
          lesson_day?: never
          package_balance_after?: never
          package_id?: never
          package_name?: never
          reason?: never
          session_id?: never
          student_id?: never
          told_at?: never
          told_by?: never
          told_for?: never
          told_outcome?: never
          user_id?: never
        }
        Update: {
          agreement_version?: never
          attendance?: never
          balance_after?: never
          cancelled_reason?: never
          charged_as?: never
          created_at?: never
          delta?: never
          id?: never
          kind?: never
          lesson_date?: never
          lesson_day?: never
          package_balance_after?: never
          package_id?: never
          package_name?: never
          reason?: never
          session_id?: never
          student_id?: never
          told_at?: never
          told_by?: never
          told_for?: never
          told_outcome?: never
          user_id?: never
        }
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
        Insert: {
          agreement_version?: never
          came_back?: never
          for_start?: never
          outcome?: never
          replied_at?: never
          reply?: never
          slot_date?: never
          slot_id?: never
          student_id?: never
          told_by?: never
          user_id?: never
        }
        Update: {
          agreement_version?: never
          came_back?: never
          for_start?: never
          outcome?: never
          replied_at?: never
          reply?: never
          slot_date?: never
          slot_id?: never
          student_id?: never
          told_by?: never
          user_id?: never
        }
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
        Update: {
          slot_id?: never
          student_id?: never
          user_id?: never
        }
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
          created_at?: never
          ends_on?: string | null
          id?: string
          minutes?: number
          replaces?: string[]
          start_time: string
          starts_on: string
          time_since?: never
          updated_at?: never
          user_id?: string
          weekday?: number | null
        }
        Update: {
          club_id?: never
          created_at?: never
          ends_on?: string | null
          id?: never
          minutes?: never
          replaces?: never
          start_time?: never
          starts_on?: never
          time_since?: never
          updated_at?: never
          user_id?: never
          weekday?: never
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
          updated_at?: never
          user_id?: string
        }
        Update: {
          body?: string
          kind?: string
          updated_at?: never
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
          id?: never
          kind: string
          opened_at?: never
          student_id?: string | null
          user_id?: never
        }
        Update: {
          cause?: never
          id?: never
          kind?: never
          opened_at?: string
          student_id?: never
          user_id?: never
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
        Insert: {
          created_at?: never
          for_start?: never
          slot_date?: never
          slot_id?: never
          source?: never
          student_id?: never
          user_id?: never
        }
        Update: {
          created_at?: never
          for_start?: never
          slot_date?: never
          slot_id?: never
          source?: never
          student_id?: never
          user_id?: never
        }
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
        Insert: {
          invited_at?: never
          opening_id?: never
          student_id?: never
          taken_at?: never
          user_id?: never
        }
        Update: {
          invited_at?: never
          opening_id?: never
          student_id?: never
          taken_at?: never
          user_id?: never
        }
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
        Insert: {
          closed_at?: never
          closes_at?: never
          created_at?: never
          for_start?: never
          id?: never
          places?: never
          seats?: never
          slot_date?: never
          slot_id?: never
          user_id?: never
        }
        Update: {
          closed_at?: never
          closes_at?: never
          created_at?: never
          for_start?: never
          id?: never
          places?: never
          seats?: never
          slot_date?: never
          slot_id?: never
          user_id?: never
        }
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
        Insert: {
          batch_id?: never
          created_at?: never
          day?: never
          days?: never
          id?: never
          kept?: never
          package_id?: never
          reason?: never
          session_id?: never
          slot_date?: never
          slot_id?: never
          student_id?: never
          until_day?: never
          user_id?: never
        }
        Update: {
          batch_id?: never
          created_at?: never
          day?: never
          days?: never
          id?: never
          kept?: never
          package_id?: never
          reason?: never
          session_id?: never
          slot_date?: never
          slot_id?: never
          student_id?: never
          until_day?: never
          user_id?: never
        }
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
          created_at?: never
          expiry_date?: string | null
          extended_days?: never
          id?: string
          name: string
          open_amount?: never
          paid_total?: never
          payment_date: string
          price: number
          purchase_date: string
          remaining_classes?: never
          renews?: never
          renews_monthly?: boolean
          sold_classes?: never
          sold_price?: never
          status?: never
          student_id: string
          total_classes: number
          updated_at?: never
          used_classes?: never
          used_outside?: never
          user_id?: string
          validity_days?: number | null
        }
        Update: {
          created_at?: never
          expiry_date?: string | null
          extended_days?: never
          id?: never
          name?: string
          open_amount?: never
          paid_total?: never
          payment_date?: string
          price?: number
          purchase_date?: string
          remaining_classes?: never
          renews?: string | null
          renews_monthly?: boolean
          sold_classes?: never
          sold_price?: never
          status?: never
          student_id?: never
          total_classes?: number
          updated_at?: never
          used_classes?: never
          used_outside?: never
          user_id?: never
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
          created_at?: never
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
        Update: {
          amount?: never
          created_at?: never
          id?: never
          kind?: never
          method?: never
          note?: never
          own?: never
          package_id?: never
          paid_on?: never
          payer_name?: never
          student_id?: never
          user_id?: never
        }
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
        Insert: {
          agreements_written?: never
          cancel_extension_days?: never
          created_at?: never
          first_steps_closed?: never
          id?: never
          main_sport?: never
          name?: never
          package_order?: never
          phone?: never
          pix_city?: never
          pix_key?: never
          pix_name?: never
          pix_type?: never
          renewal_due_day?: never
          replies_seen_at?: never
          show_pix?: never
          time_zone?: never
          time_zone_since?: never
          updated_at?: never
        }
        Update: {
          agreements_written?: never
          cancel_extension_days?: number
          created_at?: never
          first_steps_closed?: boolean
          id?: never
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
          time_zone_since?: never
          updated_at?: never
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
          created_at?: never
          email: string
          heard_from: string
          id?: string
          language: 'pt' | 'en'
          name: string
          phone: string
          sports?: string[]
        }
        Update: {
          country?: never
          created_at?: never
          email?: never
          heard_from?: never
          id?: never
          language?: never
          name?: never
          phone?: never
          sports?: never
        }
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
        Insert: {
          created_at?: never
          first_day?: never
          id?: never
          last_day?: never
          user_id?: never
        }
        Update: {
          created_at?: never
          first_day?: never
          id?: never
          last_day?: never
          user_id?: never
        }
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
          attendance?: never
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
          attendance?: never
          club_id?: string | null
          created_at?: never
          notes?: string | null
          private_notes?: string | null
          rating?: number
          session_id?: never
          student_id?: never
          tags?: string[]
          user_id?: never
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
          agreement_version?: never
          assigned_at?: never
          attendance?: 'present' | 'absent' | 'excused' | 'cancelled'
          charged?: never
          manually_assigned?: boolean
          package_id?: string | null
          session_id: string
          spared_package_id?: string | null
          student_id: string
          told_at?: never
          told_by?: never
          told_for?: never
          told_outcome?: never
          user_id?: string
        }
        Update: {
          agreement_version?: never
          assigned_at?: string
          attendance?: 'present' | 'absent' | 'excused' | 'cancelled'
          charged?: never
          manually_assigned?: boolean
          package_id?: string | null
          session_id?: never
          spared_package_id?: string | null
          student_id?: never
          told_at?: never
          told_by?: never
          told_for?: never
          told_outcome?: never
          user_id?: never
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
          cancelled_count?: never
          cancelled_reason?: 'rain' | 'coach' | 'venue' | 'other' | null
          created_at?: string
          date?: string
          day: string
          id?: string
          notes?: string | null
          rating_count?: never
          rating_sum?: never
          slot_date?: string | null
          slot_id?: string | null
          student_count?: never
          teacher: string
          unassigned_count?: never
          updated_at?: never
          user_id?: string
          version?: never
        }
        Update: {
          cancelled_count?: never
          cancelled_reason?: 'rain' | 'coach' | 'venue' | 'other' | null
          created_at?: never
          date?: string
          day?: string
          id?: never
          notes?: string | null
          rating_count?: never
          rating_sum?: never
          slot_date?: string | null
          slot_id?: string | null
          student_count?: never
          teacher?: string
          unassigned_count?: never
          updated_at?: never
          user_id?: never
          version?: never
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
        Insert: {
          created_at?: never
          moved_at?: never
          moved_to?: never
          reason?: never
          recess_id?: never
          slot_date?: never
          slot_id?: never
          user_id?: never
        }
        Update: {
          created_at?: never
          moved_at?: never
          moved_to?: never
          reason?: never
          recess_id?: never
          slot_date?: never
          slot_id?: never
          user_id?: never
        }
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
        Insert: {
          created_at?: never
          link?: never
          revoked?: never
          student_id?: never
          user_id?: never
        }
        Update: {
          created_at?: never
          link?: never
          revoked?: never
          student_id?: never
          user_id?: never
        }
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
          anonymized_at?: never
          classe:
            | 'profissional'
            | '1-classe'
            | '2-classe'
            | '3-classe'
            | '4-classe'
            | '5-classe'
            | '6-classe'
            | '7-classe'
          created_at?: never
          credits_version?: never
          email?: string | null
          gender: 'male' | 'female'
          id?: string
          link?: never
          name: string
          notes?: string | null
          phone: string
          status?: 'active' | 'inactive'
          total_credits?: never
          type: 'fixed' | 'occasional'
          updated_at?: never
          user_id?: string
        }
        Update: {
          anonymized_at?: never
          classe?:
            | 'profissional'
            | '1-classe'
            | '2-classe'
            | '3-classe'
            | '4-classe'
            | '5-classe'
            | '6-classe'
            | '7-classe'
          created_at?: never
          credits_version?: never
          email?: string | null
          gender?: 'male' | 'female'
          id?: never
          link?: never
          name?: string
          notes?: string | null
          phone?: string
          status?: 'active' | 'inactive'
          total_credits?: never
          type?: 'fixed' | 'occasional'
          updated_at?: never
          user_id?: never
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
    Functions: {
      add_guest: {
        Args: { op?: string; slot: string; slot_date: string; start?: string; student: string }
        Returns: string
      }
      anonymize_student: {
        Args: { erase_group_notes?: boolean; replace_mentions?: boolean; student_uuid: string }
        Returns: Json
      }
      apply_alert_plan: {
        Args: { plan: Json }
        Returns: undefined
      }
      apply_payment_plan: {
        Args: { plan: Json }
        Returns: Json
      }
      apply_session_plan: {
        Args: { plan: Json }
        Returns: Json
      }
      apply_slot_plan: {
        Args: { plan: Json }
        Returns: Json
      }
      close_opening: {
        Args: { opening: string }
        Returns: undefined
      }
      confirm_agreement: {
        Args: { link: string; version: number }
        Returns: Json
      }
      delete_my_account: {
        Args: never
        Returns: undefined
      }
      delete_student: {
        Args: { erase_group_notes?: boolean; seen?: Json; student_uuid: string }
        Returns: Json
      }
      end_agreement: {
        Args: { seen?: number }
        Returns: undefined
      }
      export_my_data: {
        Args: never
        Returns: Json
      }
      export_student_data: {
        Args: { student_uuid: string; with_private_notes?: boolean }
        Returns: Json
      }
      get_agenda: {
        Args: { from_day: string; to_day: string }
        Returns: Json
      }
      get_agenda_feed: {
        Args: { apikey?: string; token: string }
        Returns: unknown
      }
      get_credit_facts: {
        Args: { occurrences?: Json; session_id?: string; session_ids?: string[]; student_ids?: string[] }
        Returns: Json
      }
      get_credit_statement: {
        Args: { before?: number; package_uuid?: string; page_size?: number; since?: string; student_uuid: string; today?: string; until?: string }
        Returns: Json
      }
      get_dashboard_charts: {
        Args: { month_days: string[]; month_starts: string[]; week_starts: string[] }
        Returns: Json
      }
      get_dashboard_stats: {
        Args: { day_end: string; day_start: string; month_start: string }
        Returns: Json
      }
      get_finance: {
        Args: { month_days: string[]; today: string }
        Returns: Json
      }
      get_monthly_renewals: {
        Args: { month: string }
        Returns: Json
      }
      get_server_time: {
        Args: never
        Returns: string
      }
      get_sessions_page: {
        Args: { cancelled_only?: boolean; page: number; page_size: number; since?: string; unassigned_only?: boolean; until?: string }
        Returns: Json
      }
      get_student_link: {
        Args: { student: string }
        Returns: string
      }
      get_student_public_data: {
        Args: { student_uuid: string }
        Returns: Json
      }
      get_student_sessions_page: {
        Args: { page: number; page_size: number; student_uuid: string; with_feedback?: boolean }
        Returns: Json
      }
      get_student_summary: {
        Args: { student_uuid: string }
        Returns: Json
      }
      import_my_data: {
        Args: { document: Json; op_id: string }
        Returns: Json
      }
      import_students: {
        Args: { plan: Json }
        Returns: Json
      }
      open_places: {
        Args: { opening: Json }
        Returns: Json
      }
      preview_student_removal: {
        Args: { student_uuid: string }
        Returns: Json
      }
      record_notice: {
        Args: { cause: string; kind: string; student: string }
        Returns: string
      }
      record_reply: {
        Args: { reply: Json }
        Returns: Json
      }
      remove_guest: {
        Args: { op?: string; slot: string; slot_date: string; student: string }
        Returns: string
      }
      reply_to_lesson: {
        Args: { expected: string; link: string; reply: string; slot: string; slot_date: string; start: string }
        Returns: Json
      }
      rotate_agenda_token: {
        Args: never
        Returns: string
      }
      rotate_student_link: {
        Args: { student: string }
        Returns: string
      }
      save_agreement: {
        Args: { agreement: Json }
        Returns: Json
      }
      sell_package: {
        Args: { sale: Json }
        Returns: Json
      }
      take_opening: {
        Args: { link: string; opening: string }
        Returns: Json
      }
      void_reply: {
        Args: { op?: string; slot: string; slot_date: string; start?: string; student: string }
        Returns: Json
      }
    }
    Enums: Record<never, never>
    CompositeTypes: Record<never, never>
  }
}
