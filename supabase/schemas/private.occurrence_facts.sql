-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- The replies to an occurrence, {slot_id, slot_date, starts_at}, with the days that the agreement gives for each, who is expected, and guests. Null: no such occurrence.
CREATE OR REPLACE FUNCTION private.occurrence_facts(coach uuid, asked jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  slot   constant uuid := asked ->> 'slot_id';
  on_day constant date := asked ->> 'slot_date';
  begins constant timestamptz := asked ->> 'starts_at';
  o      record;
  judge  public.agreements;
begin
  select * into o from private.occurrence(coach, slot, on_day);
  if not found and begins is not null then
    select x.* into o
      from public.lesson_slots s
     cross join lateral (select * from private.occurrence(coach, s.id, on_day)) x
     where s.user_id = coach and s.replaces @> array[slot] and x.starts_at = begins
     order by s.id limit 1;
  end if;
  if not found then return null; end if;
  judge := private.judging_version(coach, o.starts_at);
  return jsonb_build_object(
    'slot_id', slot, 'slot_date', on_day, 'starts_at', o.starts_at,
    'replies', coalesce((
      select jsonb_agg(jsonb_build_object(
               'student_id', r.student_id, 'reply', r.reply, 'replied_at', r.replied_at, 'told_by', r.told_by,
               'outcome', r.outcome,
               -- By the version that the seat will keep (private.told_of).
               'makeup_days', (select g.makeup_days from public.agreements g
                                where g.user_id = coach and g.version = coalesce(judge.version, r.agreement_version)))
               order by r.student_id)
        from private.replies(coach, o.slots, on_day, o.starts_at) r), '[]'),
    -- Whom another device may have taken out, or added, since the one that answers read the agenda.
    'expected', array(select e.student_id from private.expected(coach, o.slots, on_day, o.starts_at) e order by 1),
    'guests', coalesce((
      select jsonb_agg(jsonb_build_object('student_id', e.student_id, 'name', p.name) order by e.student_id)
        from private.expected(coach, o.slots, on_day, o.starts_at) e
        join public.students p on p.user_id = coach and p.id = e.student_id and p.status = 'active'
        left join private.replies(coach, o.slots, on_day, o.starts_at) r on r.student_id = e.student_id
       where e.guest and r.reply is distinct from 'not_coming'), '[]'));
end $function$;
grant execute to authenticated, service_role;
