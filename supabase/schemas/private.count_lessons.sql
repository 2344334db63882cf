-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- At commit: counts lessons and ratings in the totals and days of their coach.
CREATE OR REPLACE FUNCTION private.count_lessons()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  before constant date := case when tg_op <> 'INSERT' then (old.date at time zone 'UTC')::date end;
  after  constant date := case when tg_op <> 'DELETE' then (new.date at time zone 'UTC')::date end;
begin
  if before = after then
    perform private.add_to_totals(new.user_id, after,
      row (0, 0, (new.unassigned_count > 0)::integer - (old.unassigned_count > 0)::integer,
           new.rating_sum - old.rating_sum, new.rating_count - old.rating_count, 0,
           (new.cancelled_reason is null)::integer - (old.cancelled_reason is null)::integer)::private.totals_change);
    return null;
  end if;
  if before is not null then
    perform private.add_to_totals(old.user_id, before,
      row (0, -1, -(old.unassigned_count > 0)::integer, -old.rating_sum, -old.rating_count, 0,
           -(old.cancelled_reason is null)::integer)::private.totals_change);
  end if;
  if after is not null then
    perform private.add_to_totals(new.user_id, after,
      row (0, 1, (new.unassigned_count > 0)::integer, new.rating_sum, new.rating_count, 0,
           (new.cancelled_reason is null)::integer)::private.totals_change);
  end if;
  return null;
end $function$;
