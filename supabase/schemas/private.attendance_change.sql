-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

create type private.attendance_change as (user_id uuid, session_id uuid, student_id uuid, package_id uuid, taken integer, attendance text, told private.told);
