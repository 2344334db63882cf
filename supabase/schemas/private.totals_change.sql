-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

create type private.totals_change as (active_students integer, lessons integer, unassigned_lessons integer, rating_sum integer, rating_count integer, revenue numeric, held integer);
