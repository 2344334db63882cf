-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Publishes {starts_on, notice_hours, makeup_days, note, seen} as a version of the caller's agreement, and answers its row. It replaces a version that has not begun. If nothing changed, no version is written, and the latest one is answered. PT400 bad_agreement, PT409 stale_agreement: the latest version is not `seen` (0: none).
CREATE OR REPLACE FUNCTION public.save_agreement(agreement jsonb)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.save_agreement(agreement)
$function$;
grant execute to authenticated, service_role;
