-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- After slots are added or prolonged: a coach has at most 500 that have not ended (PT413 too_many_slots).
CREATE OR REPLACE FUNCTION private.limit_slots()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  coach uuid;
begin
  for coach in select distinct user_id from new_rows order by 1 loop
    -- With this lock, the second of two devices counts what the first one added.
    perform from public.profiles where id = coach for no key update;
    if (select count(*) from (
          select from public.lesson_slots
           where user_id = coach and case when ends_on is null then 'infinity' else ends_on end >= current_date - 1
           limit 501) running) > 500 then
      raise sqlstate 'PT413' using message = 'too_many_slots';
    end if;
  end loop;
  return null;
end $function$;
