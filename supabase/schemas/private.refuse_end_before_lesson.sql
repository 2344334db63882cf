-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Before a slot gets a last day: refuses one before its last lesson (PT409 occurrence_answered).
CREATE OR REPLACE FUNCTION private.refuse_end_before_lesson()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.sessions
              where user_id = new.user_id and slot_id = new.id and slot_date > new.ends_on) then
    raise sqlstate 'PT409' using message = 'occurrence_answered', detail = new.id::text;
  end if;
  return new;
end $function$;
