-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- The open opening of an occurrence, also while it is full, with the students who were asked; null: none.
CREATE OR REPLACE FUNCTION private.opening_shown(coach uuid, slots uuid[], on_day date, begins timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  o public.openings;
begin
  o := private.open_opening(coach, slots, on_day, begins);
  if o.id is null then return null; end if;
  return jsonb_build_object(
    'id', o.id, 'places', o.places, 'closes_at', o.closes_at,
    'taken', (select count(*) from private.takers(coach, o.id, slots, on_day, begins)),
    'invites', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'invited_at', i.invited_at,
                                                             'taken_at', i.taken_at)
                                          order by i.invited_at, s.name, s.id), '[]')
                  from public.opening_invites i
                  join public.students s on s.user_id = i.user_id and s.id = i.student_id
                 where i.user_id = coach and i.opening_id = o.id));
end $function$;
grant execute to authenticated, service_role;
