-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Gives or undoes a recess of the caller. {op: give, id, first_day, last_day}: called before the rows that name it are written. {op: undo, id}: called after its days were taken back; ends its skips. PT409 recess_overlaps: another recess has one of its days.
CREATE OR REPLACE FUNCTION private.write_recess(change jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me     constant uuid := private.coach();
  recess constant uuid := change ->> 'id';
  first  constant date := change ->> 'first_day';
  last   constant date := change ->> 'last_day';
begin
  if change ->> 'op' = 'give' then
    if exists (select from public.recesses where user_id = me and first_day <= last and last_day >= first) then
      raise sqlstate 'PT409' using message = 'recess_overlaps';
    end if;
    insert into public.recesses (id, user_id, first_day, last_day) values (recess, me, first, last);
    return;
  end if;
  if exists (select from public.package_extensions where user_id = me and batch_id = recess and not kept) then
    raise sqlstate 'PT400' using message = 'bad_plan', detail = 'days that would lose their recess';
  end if;
  -- An occurrence that was answered or skipped anew since does not name the recess any more.
  delete from public.slot_exceptions where user_id = me and recess_id = recess and moved_to is null;
  update public.slot_exceptions set reason = null, recess_id = null where user_id = me and recess_id = recess;
  delete from public.recesses where user_id = me and id = recess;
end $function$;
grant execute to authenticated, service_role;
