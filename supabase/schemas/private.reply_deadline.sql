-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- The last moment at which 'Não vou' counts as told in time: the notice before the start. For a lesson that got its time (`holds_since`) less than the notice and twelve hours before the start, the start itself.
CREATE OR REPLACE FUNCTION private.reply_deadline(starts_at timestamp with time zone, holds_since timestamp with time zone, notice_hours integer)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN CASE WHEN (holds_since > (starts_at - make_interval(hours => (notice_hours + 12)))) THEN starts_at ELSE (starts_at - make_interval(hours => notice_hours)) END;
