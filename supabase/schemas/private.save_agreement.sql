-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

CREATE OR REPLACE FUNCTION private.save_agreement(agreement jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me     constant uuid := private.coach();
  words  constant text :=
    case when private.is_seen(agreement ->> 'note') then btrim(agreement ->> 'note', E' \t\n\r') end;
  wanted public.agreements;
  latest public.agreements;
  today  date;
  number text;
begin
  if me is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  -- Checked first, because a cast would round a fraction.
  foreach number in array array['notice_hours', 'makeup_days'] loop
    if jsonb_typeof(agreement -> number) is distinct from 'number'
       or (agreement ->> number)::numeric <> trunc((agreement ->> number)::numeric)
       or not (agreement ->> number)::numeric between 0 and (case number when 'notice_hours' then 168 else 90 end) then
      raise sqlstate 'PT400' using message = 'bad_agreement', detail = number;
    end if;
  end loop;
  if char_length(words) > 500 or coalesce(jsonb_typeof(agreement -> 'note'), 'null') not in ('string', 'null') then
    raise sqlstate 'PT400' using message = 'bad_agreement', detail = 'note';
  end if;
  -- With this lock, the second of two devices sees the version of the first one.
  perform from public.profiles where id = me for no key update;
  if not found then raise sqlstate 'PT401' using message = 'account_closed'; end if;
  today := (now() at time zone private.coach_time_zone(me))::date;
  wanted := jsonb_populate_record(null::public.agreements, jsonb_build_object(
    'user_id', me, 'starts_on', agreement -> 'starts_on', 'notice_hours', agreement -> 'notice_hours',
    'makeup_days', agreement -> 'makeup_days', 'note', words));
  if wanted.starts_on is null or wanted.starts_on < today then
    raise sqlstate 'PT400' using message = 'bad_agreement', detail = 'starts_on';
  end if;

  select * into latest from public.agreements a
   where a.user_id = me and a.ends_on is null order by a.version desc limit 1;
  if (latest.notice_hours, latest.makeup_days, latest.note)
     is not distinct from (wanted.notice_hours, wanted.makeup_days, wanted.note)
     -- The same rules from a later day on change nothing.
     and (latest.starts_on <= today or latest.starts_on = wanted.starts_on) then
    return to_jsonb(latest);
  end if;
  if coalesce(latest.version, 0) <> (agreement ->> 'seen')::integer then
    raise sqlstate 'PT409' using message = 'stale_agreement', detail = coalesce(latest.version, 0)::text;
  end if;
  update public.profiles set agreements_written = agreements_written + 1 where id = me
  returning agreements_written into wanted.version;
  wanted.created_at := now();
  delete from public.agreements a where a.user_id = me and a.starts_on > today;
  insert into public.agreements select wanted.*;
  perform private.judge_anew(me);
  return to_jsonb(wanted);
end $function$;
grant execute to authenticated, service_role;
