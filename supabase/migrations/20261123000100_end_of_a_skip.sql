-- The end of a skip does not say where the occurrence had moved, and a skip does not say it against another device, which may
-- have moved it meanwhile: its move was lost by 'Desfazer'.
create or replace function private.write_exceptions(me uuid, skips jsonb) returns void
language plpgsql volatile security invoker set search_path = '' as $$
declare
  added   constant jsonb := coalesce(nullif(skips -> 'add', 'null'), '[]');
  removed constant jsonb := coalesce(nullif(skips -> 'remove', 'null'), '[]');
  change  record;
begin
  if jsonb_typeof(added) <> 'array' or jsonb_typeof(removed) <> 'array'
     or jsonb_array_length(added) > 500 or jsonb_array_length(removed) > 500 then
    raise sqlstate 'PT400' using message = 'bad_plan', detail = 'exceptions';
  end if;
  -- An occurrence that was answered meanwhile stays where it is.
  for change in select * from jsonb_to_recordset(removed) as r (slot_id uuid, slot_date date) loop
    delete from public.slot_exceptions e
     where e.user_id = me and e.slot_id = change.slot_id and e.slot_date = change.slot_date
       and not exists (select from public.sessions x
                        where x.user_id = me and x.slot_id = change.slot_id and x.slot_date = change.slot_date);
  end loop;
  for change in select * from jsonb_to_recordset(added) as a (slot_id uuid, slot_date date, reason text, moved_to timestamptz) loop
    -- The lesson that answered it has ended the skip already.
    if change.reason is null and change.moved_to is null then
      delete from public.slot_exceptions
       where user_id = me and slot_id = change.slot_id and slot_date = change.slot_date and moved_to is null;
      update public.slot_exceptions set reason = null
       where user_id = me and slot_id = change.slot_id and slot_date = change.slot_date and reason is not null;
      continue;
    end if;
    insert into public.slot_exceptions as e (user_id, slot_id, slot_date, reason, moved_to)
    select me, s.id, change.slot_date, change.reason, change.moved_to
      from public.lesson_slots s
     -- An occurrence that is gone with its slot needs no exception.
     where s.user_id = me and s.id = change.slot_id
       and change.slot_date between s.starts_on and coalesce(s.ends_on, 'infinity')
       -- What is so already is no change: the trigger would refuse an undo that comes after the answer.
       and not exists (select from public.slot_exceptions x
                        where x.user_id = me and x.slot_id = s.id and x.slot_date = change.slot_date
                          and x.reason is not distinct from change.reason
                          and x.moved_to is not distinct from coalesce(change.moved_to, x.moved_to))
    on conflict (user_id, slot_id, slot_date) do update
       set reason = excluded.reason,
           moved_to = case when excluded.reason is null then excluded.moved_to else coalesce(e.moved_to, excluded.moved_to) end;
  end loop;
end $$;
comment on function private.write_exceptions(uuid, jsonb) is
  'Skips and moves occurrences, ends skips, and takes exceptions back: {add: [{slot_id, slot_date, reason, moved_to}], remove: '
  '[{slot_id, slot_date}]}. A skipped occurrence keeps where it moved to; neither reason nor moved_to ends the skip. '
  'PT409 occurrence_answered.';
