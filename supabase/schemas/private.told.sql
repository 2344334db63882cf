-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

create type private.told as (told_at timestamp with time zone, told_for timestamp with time zone, told_by text, told_outcome text, agreement_version integer);
