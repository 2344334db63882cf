-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Lessons of the caller in [since, until), newest first: {total, items}, items with their students, packages and feedback. Pages count from 1; one past the end is empty, with the true total.
CREATE OR REPLACE FUNCTION public.get_sessions_page(page integer, page_size integer, since timestamp with time zone DEFAULT NULL::timestamp with time zone, until timestamp with time zone DEFAULT NULL::timestamp with time zone, unassigned_only boolean DEFAULT false, cancelled_only boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  me     constant uuid := private.coach();
  size   constant integer := least(greatest(page_size, 1), 100);
  low    constant timestamptz := coalesce(since, '-infinity');
  high   constant timestamptz := coalesce(until, 'infinity');
  filter constant text := case when unassigned_only then ' and unassigned_count > 0' else '' end
                       || case when cancelled_only then ' and cancelled_reason is not null' else '' end;
  total  bigint;
  skip   bigint;
  take   bigint;
  from_the_end boolean;
  ids    uuid[];
begin
  -- coach_totals has the number of all lessons. For a range, or for both filters (which no lesson passes), the index is
  -- counted.
  if since is null and until is null and not (unassigned_only and cancelled_only) then
    select case when unassigned_only then t.unassigned_lessons
                when cancelled_only then t.lessons - t.held
                else t.lessons end
      into total from public.coach_totals t where t.user_id = me;
  else
    execute format('select count(*) from public.sessions where user_id = $1 and date >= $2 and date < $3%s', filter)
      into total using me, low, high;
  end if;
  total := coalesce(total, 0);

  -- Ids only, from the nearer end: the last page costs as much as the first.
  skip := (greatest(page, 1) - 1)::bigint * size;
  take := greatest(least(size, total - skip), 0);
  from_the_end := skip > total / 2;
  if from_the_end then skip := greatest(total - skip - take, 0); end if;
  execute format(
    'select array(select id from public.sessions where user_id = $1 and date >= $2 and date < $3%1$s
                   order by date %2$s, id %2$s offset $4 limit $5)',
    filter, case when from_the_end then 'asc' else 'desc' end)
    into ids using me, low, high, skip, take;
  return jsonb_build_object('total', total, 'items', private.session_details(ids));
end $function$;
grant execute to authenticated, service_role;
