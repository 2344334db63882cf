-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Append-only. Per package the deltas add up to remaining_classes; for a deleted package, to 0.
create table credit_ledger (
  id bigint not null,
  user_id uuid not null,
  student_id uuid not null,
  package_id uuid not null,
  session_id uuid,
  kind text not null,
  delta integer not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  package_name text,
  lesson_date timestamp with time zone,
  lesson_day date,
  attendance text, -- The student's attendance after the change, so that a refund says why ('excused'). Null: the student is not in the lesson any more.
  cancelled_reason text,
  charged_as text, -- For a refund: the attendance for which the student was charged last. The line that charged may say another one, because a correction that moves no credit writes no line.
  told_at timestamp with time zone, -- told_at, told_for, told_by, told_outcome and agreement_version are copied from session_package_assignments, so that the line explains itself when the lesson is gone.
  told_for timestamp with time zone,
  told_by text,
  told_outcome text,
  agreement_version integer,
  reason text, -- Why the coach adjusted the credits.
  package_balance_after integer, -- The credits of the package after this line.
  balance_after integer, -- The credits of the student after this line, expired ones included.
  constraint credit_ledger_pkey PRIMARY KEY (user_id, id),
  constraint credit_ledger_student_fkey FOREIGN KEY (user_id, student_id) REFERENCES students(user_id, id) ON DELETE CASCADE,
  constraint credit_ledger_attendance_check CHECK ((attendance = ANY (ARRAY['present'::text, 'absent'::text, 'excused'::text, 'cancelled'::text]))),
  constraint credit_ledger_cancelled_reason_check CHECK ((cancelled_reason = ANY (ARRAY['rain'::text, 'coach'::text, 'venue'::text, 'other'::text]))),
  constraint credit_ledger_charged_as_check CHECK ((charged_as = ANY (ARRAY['present'::text, 'absent'::text]))),
  constraint credit_ledger_kind_check CHECK ((kind = ANY (ARRAY['purchase'::text, 'adjust'::text, 'void'::text, 'consume'::text, 'refund'::text]))),
  constraint credit_ledger_package_name_check CHECK ((char_length(package_name) <= 120)),
  constraint credit_ledger_real_days CHECK (((created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (created_at < '2101-01-01 00:00:00+00'::timestamp with time zone) AND (lesson_date >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (lesson_date < '2101-01-01 00:00:00+00'::timestamp with time zone) AND ((lesson_day >= '2000-01-01'::date) AND (lesson_day <= '2100-12-31'::date)) AND (told_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (told_at < '2101-01-01 00:00:00+00'::timestamp with time zone) AND (told_for >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (told_for < '2101-01-01 00:00:00+00'::timestamp with time zone))),
  constraint credit_ledger_reason_check CHECK ((char_length(reason) <= 200)),
  constraint credit_ledger_told_by_check CHECK ((told_by = ANY (ARRAY['student'::text, 'coach'::text]))),
  constraint credit_ledger_told_outcome_check CHECK ((told_outcome = ANY (ARRAY['kept'::text, 'late'::text])))
);
CREATE INDEX credit_ledger_package_idx ON public.credit_ledger USING btree (user_id, student_id, package_id, id);
CREATE INDEX credit_ledger_refund_idx ON public.credit_ledger USING btree (user_id, student_id, session_id, id) WHERE (kind = 'refund'::text);
CREATE INDEX credit_ledger_student_idx ON public.credit_ledger USING btree (user_id, student_id, id);
CREATE INDEX credit_ledger_time_idx ON public.credit_ledger USING btree (user_id, student_id, created_at, id);
policy "own rows: read" for select to authenticated using (user_id = ( SELECT auth.uid() AS uid));
grant select (every column) to authenticated;
grant select to service_role;
CREATE TRIGGER keep_line BEFORE UPDATE ON public.credit_ledger FOR EACH ROW EXECUTE FUNCTION private.keep_line();
