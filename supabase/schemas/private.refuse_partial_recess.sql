-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- After a recess was given: refuses it if a day of it still has a planned occurrence, it skips one that moved to another day, or a package that it meets got no days, because another device moved, planned or sold since this one read. PT409 agenda_changed.
CREATE OR REPLACE FUNCTION private.refuse_partial_recess(me uuid, recess jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  first constant date := recess ->> 'first_day';
  last  constant date := recess ->> 'last_day';
begin
  if exists (select from private.occurrences(me, first, last) o
              where o.reason is null
                and not exists (select from public.sessions x
                                 where x.user_id = me and x.slot_id = o.slot_id and x.slot_date = o.slot_date))
     or exists (select from public.slot_exceptions e
                 where e.user_id = me and e.recess_id = (recess ->> 'id')::uuid
                   and not exists (select from private.occurrences(me, first, last) o
                                    where o.slot_id = e.slot_id and o.slot_date = e.slot_date))
     or exists (select from public.packages p
                  join public.students s on s.user_id = me and s.id = p.student_id and s.anonymized_at is null
                 where p.user_id = me and p.remaining_classes > 0 and p.expiry_date >= first
                   -- A validity that begins with the first lesson meets no day before it.
                   and coalesce(p.expiry_date - p.validity_days - p.extended_days, p.purchase_date) <= last
                   -- What ends about now is expired on some devices already.
                   and p.expiry_date > current_date + 1
                   and not exists (select from public.package_extensions x
                                    where x.user_id = me and x.package_id = p.id
                                      and x.batch_id = (recess ->> 'id')::uuid)) then
    raise sqlstate 'PT409' using message = 'agenda_changed';
  end if;
end $function$;
grant execute to authenticated, service_role;
