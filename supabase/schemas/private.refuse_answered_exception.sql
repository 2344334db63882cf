-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Before an exception is written: refuses one for an occurrence with a lesson (PT409 occurrence_answered).
CREATE OR REPLACE FUNCTION private.refuse_answered_exception()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.sessions
              where user_id = new.user_id and slot_id = new.slot_id and slot_date = new.slot_date) then
    raise sqlstate 'PT409' using message = 'occurrence_answered', detail = new.slot_date::text;
  end if;
  return new;
end $function$;
