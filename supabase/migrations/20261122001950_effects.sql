-- Effects: what a write did, in ids and figures. The rows are read before and after it, in its own transaction under
-- its locks, so the coach is told what happened, whatever was planned (docs/data-model.md, 'Effects').

-- The scope says which rows to read before and after a write: {packages, lessons, slots: [ids], occurrences: [{slot_id,
-- slot_date}], alerts: [keys], removed: [ids], money} (docs/data-model.md, 'Looking rows up'). Kind by kind, because
-- most writes touch few kinds.
create function private.effect_rows(me uuid, scope jsonb) returns jsonb
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
declare
  rows jsonb := '{}';
begin
  if coalesce(scope -> 'packages', '[]') <> '[]' then
    rows := rows || (select coalesce(jsonb_object_agg(x.key, x.row), '{}') from (
      select 'packages ' || p.id,
             jsonb_build_object('id', p.id, 'student_id', p.student_id, 'remaining_classes', p.remaining_classes,
                                'expiry_date', p.expiry_date, 'extended_days', p.extended_days, 'price', p.price,
                                'paid_total', p.paid_total, 'open_amount', p.open_amount,
                                'payment_date', p.payment_date)
        from jsonb_array_elements_text(scope -> 'packages') i
       cross join lateral (select * from public.packages y
                            where y.user_id = me and y.id = i::uuid offset 0) p) x (key, row));
  end if;
  if coalesce(scope -> 'lessons', '[]') <> '[]' then
    rows := rows || (select coalesce(jsonb_object_agg(x.key, x.row), '{}') from (
      select 'lessons ' || s.id,
             jsonb_build_object('id', s.id, 'date', s.date, 'day', s.day, 'cancelled_reason', s.cancelled_reason,
                                'slot_id', s.slot_id, 'slot_date', s.slot_date, 'version', s.version)
        from jsonb_array_elements_text(scope -> 'lessons') i
       cross join lateral (select * from public.sessions y where y.user_id = me and y.id = i::uuid offset 0) s
      union all
      select 'participants ' || a.session_id || ' ' || a.student_id,
             jsonb_build_object('session_id', a.session_id, 'student_id', a.student_id, 'attendance', a.attendance,
                                'package_id', a.package_id, 'manually_assigned', a.manually_assigned,
                                'told_at', a.told_at, 'told_by', a.told_by, 'told_outcome', a.told_outcome)
        from jsonb_array_elements_text(scope -> 'lessons') i
       cross join lateral (select * from public.session_package_assignments y
                            where y.user_id = me and y.session_id = i::uuid offset 0) a
      union all
      select 'feedbacks ' || f.session_id || ' ' || f.student_id,
             jsonb_build_object('session_id', f.session_id, 'student_id', f.student_id, 'rating', f.rating,
                                -- A hash, only to notice a change: effects hold no texts.
                                'text', md5(row (f.notes, f.private_notes, f.tags, f.club_id)::text))
        from jsonb_array_elements_text(scope -> 'lessons') i
       cross join lateral (select * from public.session_feedbacks y
                            where y.user_id = me and y.session_id = i::uuid offset 0) f) x (key, row));
  end if;
  if coalesce(scope -> 'slots', '[]') <> '[]' or coalesce(scope -> 'occurrences', '[]') <> '[]' then
    rows := rows || (select coalesce(jsonb_object_agg(x.key, x.row), '{}') from (
      select 'skips ' || e.slot_id || ' ' || e.slot_date,
             jsonb_build_object('slot_id', e.slot_id, 'slot_date', e.slot_date, 'reason', e.reason,
                                'moved_to', e.moved_to, 'recess_id', e.recess_id)
        from (select y.* from jsonb_array_elements_text(scope -> 'slots') i
               cross join lateral (select * from public.slot_exceptions y
                                    where y.user_id = me and y.slot_id = i::uuid offset 0) y
              union
              select y.* from jsonb_array_elements(scope -> 'occurrences') o
               cross join lateral (select * from public.slot_exceptions y
                                    where y.user_id = me and y.slot_id = (o ->> 'slot_id')::uuid
                                      and y.slot_date = (o ->> 'slot_date')::date offset 0) y) e) x (key, row));
  end if;
  if (scope ->> 'money')::boolean then
    rows := rows || (select coalesce(jsonb_object_agg(x.key, x.row), '{}') from (
      select 'payments ' || m.id,
             jsonb_build_object('id', m.id, 'package_id', m.package_id, 'student_id', m.student_id, 'kind', m.kind,
                                'amount', m.amount, 'paid_on', m.paid_on)
        from jsonb_array_elements_text(scope -> 'packages') i
       cross join lateral (select * from public.packages y where y.user_id = me and y.id = i::uuid offset 0) p
       cross join lateral (select * from public.payments y
                            where y.user_id = me and y.student_id = p.student_id and y.package_id = p.id
                           offset 0) m) x (key, row));
  end if;
  if coalesce(scope -> 'alerts', '[]') <> '[]' or coalesce(scope -> 'removed', '[]') <> '[]' then
    rows := rows || (select coalesce(jsonb_object_agg(x.key, x.row), '{}') from (
      select 'alerts ' || a.open_key,
             jsonb_build_object('key', a.open_key, 'type', a.type, 'student_id', a.student_id,
                                'session_id', a.session_id,
                                'package_id', a.package_id)
        from (select y.* from jsonb_array_elements_text(scope -> 'alerts') i
               cross join lateral (select * from public.alerts y where y.user_id = me and y.open_key = i offset 0) y
              union
              select y.* from jsonb_array_elements_text(scope -> 'removed') i
               cross join lateral (select * from public.alerts y
                                    where y.user_id = me and y.session_id = i::uuid offset 0) y
              union
              select y.* from jsonb_array_elements_text(scope -> 'removed') i
               cross join lateral (select * from public.packages y where y.user_id = me and y.id = i::uuid offset 0) p
               cross join lateral (select * from public.alerts y
                                    where y.user_id = me and y.student_id = p.student_id and y.package_id = p.id
                                   offset 0) y) a
       where a.open_key is not null) x (key, row));
  end if;
  return rows;
end $$;
comment on function private.effect_rows(uuid, jsonb) is
  'The rows that a write may change, by kind and key. `removed`: lessons and packages that it deletes, whose alerts '
  'go with them.';
grant execute on function private.effect_rows(uuid, jsonb) to authenticated, service_role;

create function private.effects_between(before jsonb, after jsonb) returns jsonb
language plpgsql immutable security invoker set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
begin
  return (
    select '{"packages": [], "lessons": [], "participants": [], "feedbacks": [], "skips": [], "payments": [],
             "alerts": []}'::jsonb || coalesce(jsonb_object_agg(k.kind, k.changes), '{}')
      from (select split_part(key, ' ', 1) as kind,
                   jsonb_agg(jsonb_build_object('before', b.value - 'text', 'after', a.value - 'text')
                             order by key collate "C") as changes
              from jsonb_each(before) b full join jsonb_each(after) a using (key)
             where b.value is distinct from a.value
             group by 1) k);
end $$;
comment on function private.effects_between(jsonb, jsonb) is
  'Every row that differs, with its figures before and after; null: the row did not exist before, or does not exist '
  'after.';
grant execute on function private.effects_between(jsonb, jsonb) to authenticated, service_role;

create function private.begin_operation(me uuid, op uuid, content text) returns jsonb
language plpgsql volatile security invoker set search_path = '' as $$
declare
  earlier private.applied_ops;
begin
  insert into private.applied_ops (user_id, op_id, content) values (me, op, content) on conflict do nothing;
  if found then return null; end if;
  select * into earlier from private.applied_ops where user_id = me and op_id = op;
  return jsonb_build_object('replayed', true, 'effects', earlier.effects, 'same', earlier.content = content);
end $$;
comment on function private.begin_operation(uuid, uuid, text) is
  'Remembers a new operation with the hash of what the coach entered, and answers null. For one that was applied '
  'earlier: {replayed, effects, same}, what it did and whether the coach had entered the same; both are null when '
  'forgotten after 30 days.';
grant execute on function private.begin_operation(uuid, uuid, text) to authenticated, service_role;

create function private.end_operation(me uuid, op uuid, scope jsonb, before jsonb, released jsonb) returns jsonb
language plpgsql volatile security invoker set search_path = '' as $$
declare
  done jsonb := private.effects_between(before, private.effect_rows(me, scope));
begin
  done := done || jsonb_build_object('released', released || private.busy_then(me, done -> 'skips'));
  update private.applied_ops set effects = done where user_id = me and op_id = op;
  -- Forgets old effects: a repeat comes within days, if at all. The id itself stays, because a late retry must not act
  -- twice. A few with each write, oldest first, so that no write waits for all of them.
  update private.applied_ops set effects = null, content = null
   where user_id = me
     and op_id = any (array(select o.op_id from private.applied_ops o
                             where o.user_id = me and o.effects is not null
                               and o.applied_at < now() - interval '30 days'
                             order by o.applied_at limit 20));
  return done;
end $$;
comment on function private.end_operation(uuid, uuid, jsonb, jsonb, jsonb) is
  'Stores and answers what an operation did: the difference of its rows, and who is `released` by it or `busy` then. '
  'Forgets effects older than 30 days.';
grant execute on function private.end_operation(uuid, uuid, jsonb, jsonb, jsonb) to authenticated, service_role;
