-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

CREATE OR REPLACE FUNCTION private.end_agreement(seen integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me    constant uuid := private.coach();
  today date;
begin
  if me is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  perform from public.profiles where id = me for no key update;
  if not found then raise sqlstate 'PT401' using message = 'account_closed'; end if;
  today := (now() at time zone private.coach_time_zone(me))::date;
  if exists (select from public.agreements a where a.user_id = me and a.ends_on is null and a.version > seen) then
    raise sqlstate 'PT409' using message = 'stale_agreement';
  end if;
  delete from public.agreements a where a.user_id = me and a.starts_on > today;
  -- Earlier versions too: none of them may judge in the place of the last one.
  update public.agreements a set ends_on = today - 1 where a.user_id = me and a.ends_on is null;
  perform private.judge_anew(me);
end $function$;
grant execute to authenticated, service_role;
