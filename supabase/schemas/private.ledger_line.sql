-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

create type private.ledger_line as (user_id uuid, student_id uuid, package_id uuid, package_name text, session_id uuid, kind text, delta integer, remaining integer, lesson_date timestamp with time zone, lesson_day date, attendance text, cancelled_reason text, charged_as text, told_at timestamp with time zone, told_for timestamp with time zone, told_by text, told_outcome text, agreement_version integer);
