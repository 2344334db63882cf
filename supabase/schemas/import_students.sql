-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Inserts the students and packages of a spreadsheet, all or nothing, exactly once per op_id: {op_id, rows: [{student, package}]}, at most 1,000 rows. `paid` of a package: the amount received on `paid_on`; null: the whole price on the payment date. `used_outside`: credits used before, written as an adjustment. Answers {op_id, replayed, students, packages, credits} as they are now. PT400 bad_plan and overpaid, PT410 already_deleted, 23505 and 23514 as for single rows.
CREATE OR REPLACE FUNCTION public.import_students(plan jsonb)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
RETURN private.import_students(plan);
grant execute to authenticated, service_role;
