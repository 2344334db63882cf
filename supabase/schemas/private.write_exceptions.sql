-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Skips and moves occurrences, ends skips, and takes exceptions back: {add: [{slot_id, slot_date, reason, moved_to, recess_id, ops}], remove: [{slot_id, slot_date}]}. A skipped occurrence keeps where it moved to. An entry of `add` with neither reason nor moved_to ends the skip; with `ops`, only a skip of these operations. PT409 occurrence_answered; stale_skip: another operation has skipped it since.
CREATE OR REPLACE FUNCTION private.write_exceptions(skips jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me        constant uuid := private.coach();
  change    record;
  came_back boolean;
begin
  -- An occurrence that was answered meanwhile stays where it is.
  for change in select * from jsonb_to_recordset(skips -> 'remove') as r (slot_id uuid, slot_date date) loop
    delete from public.slot_exceptions e
     where e.user_id = me and e.slot_id = change.slot_id and e.slot_date = change.slot_date
       and not exists (select from public.sessions x
                        where x.user_id = me and x.slot_id = change.slot_id and x.slot_date = change.slot_date)
    returning e.moved_to is not null into came_back;
    -- A student who reads of it late has as much time to reply as after a move. Within a week, so that it changes
    -- nothing for the slot's lesson of the week before.
    if came_back then
      update public.lesson_slots s set time_since = now()
       where s.user_id = me and s.id = change.slot_id
         and (change.slot_date + s.start_time) at time zone private.coach_time_zone(me)
             between now() and now() + interval '168 hours';
    end if;
  end loop;
  for change in select * from jsonb_to_recordset(skips -> 'add')
                           as a (slot_id uuid, slot_date date, reason text, moved_to timestamptz, recess_id uuid,
                                 ops uuid[]) loop
    -- Ends the skip. If a lesson answered the occurrence, it has ended the skip already.
    if change.reason is null and change.moved_to is null then
      -- An undo ends only the skips that its own operations (`ops`) wrote, in whose transactions they began. A skip
      -- that ended since is passed over.
      if change.ops is not null
         and exists (select from public.slot_exceptions e
                      where e.user_id = me and e.slot_id = change.slot_id and e.slot_date = change.slot_date
                        and e.reason is not null
                        and not exists (select from private.applied_ops o
                                         where o.user_id = me and o.op_id = any (change.ops)
                                           and o.applied_at = e.created_at)) then
        raise sqlstate 'PT409' using message = 'stale_skip', detail = change.slot_date::text;
      end if;
      delete from public.slot_exceptions
       where user_id = me and slot_id = change.slot_id and slot_date = change.slot_date and moved_to is null;
      update public.slot_exceptions set reason = null, recess_id = null
       where user_id = me and slot_id = change.slot_id and slot_date = change.slot_date and reason is not null;
      continue;
    end if;
    -- An undo may bring back the skip of a recess that was itself undone since: then the occurrence stays planned.
    if change.recess_id is not null
       and not exists (select from public.recesses where user_id = me and id = change.recess_id) then
      continue;
    end if;
    insert into public.slot_exceptions as e (user_id, slot_id, slot_date, reason, moved_to, recess_id)
    select me, s.id, change.slot_date, change.reason, change.moved_to, change.recess_id
      from public.lesson_slots s
     -- An occurrence that is gone with its slot needs no exception.
     where s.user_id = me and s.id = change.slot_id
       and change.slot_date between s.starts_on and coalesce(s.ends_on, 'infinity')
       -- An exception that is already as asked is not written: after an answer, the trigger would refuse even an undo
       -- that changes nothing.
       and not exists (select from public.slot_exceptions x
                        where x.user_id = me and x.slot_id = s.id and x.slot_date = change.slot_date
                          and x.reason is not distinct from change.reason
                          and x.recess_id is not distinct from change.recess_id
                          and x.moved_to is not distinct from coalesce(change.moved_to, x.moved_to))
    on conflict (user_id, slot_id, slot_date) do update
       set reason = excluded.reason, recess_id = excluded.recess_id, created_at = now(),
           moved_to = case when excluded.reason is null then excluded.moved_to
                           else coalesce(e.moved_to, excluded.moved_to) end
     where e.reason is null or excluded.reason is null;
  end loop;
end $function$;
grant execute to authenticated, service_role;
