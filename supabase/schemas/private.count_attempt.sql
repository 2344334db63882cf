-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Counts one more attempt in this hour. False: there were `most` already.
CREATE OR REPLACE FUNCTION private.count_attempt(what text, who text, most integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  hour constant timestamptz := date_trunc('hour', now());
begin
  delete from private.attempts x where (x.bucket, x.who) in (
    select a.bucket, a.who from private.attempts a where a.bucket < hour limit 1000 for update skip locked);
  insert into private.attempts as a (bucket, who)
  values (hour, encode(sha256(convert_to(hour::text || what || count_attempt.who, 'UTF8')), 'hex'))
  on conflict on constraint attempts_pkey do update set n = a.n + 1 where a.n < most;
  return found;
end $function$;
