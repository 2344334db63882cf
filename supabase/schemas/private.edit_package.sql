-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Edits a package of the caller, or deletes it, if it is as expected: {op: edit or delete, id, expected, values}. PT409 stale_package, PT404 package_not_found, 23503: a lesson uses it.
CREATE OR REPLACE FUNCTION private.edit_package(change jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  me     constant uuid := private.coach();
  pkg    constant uuid := change ->> 'id';
  entered constant jsonb := change -> 'values';
  now_is jsonb;
  next   uuid;
begin
  -- A corrected payment is another one, also where the sum is the same.
  select to_jsonb(p) || jsonb_build_object('payments', (
           select coalesce(string_agg(y.id::text, ',' order by y.id), '') from public.payments y
            where y.user_id = me and y.student_id = p.student_id and y.package_id = p.id))
    into now_is from public.packages p where p.user_id = me and p.id = pkg;
  if now_is is null then raise sqlstate 'PT404' using message = 'package_not_found', detail = pkg::text; end if;
  if not now_is @> private.part(change -> 'expected', '{}') then
    raise sqlstate 'PT409' using message = 'stale_package', detail = pkg::text;
  end if;
  if change ->> 'op' = 'delete' then
    select f.id into next from public.packages f
     where f.user_id = me and f.student_id = (now_is ->> 'student_id')::uuid and f.renews = pkg;
    delete from public.packages where user_id = me and id = pkg;
    -- What renewed the deleted package renews the one before it, which would else wait for a renewal that it has.
    update public.packages p set renews = b.id from public.packages b
     where p.user_id = me and p.id = next
       and b.user_id = me and b.student_id = p.student_id and b.id = (now_is ->> 'renews')::uuid;
    return;
  end if;
  update public.packages p
     set name = entered ->> 'name', total_classes = (entered ->> 'total_classes')::integer,
         price = (entered ->> 'price')::numeric, purchase_date = (entered ->> 'purchase_date')::date,
         payment_date = (entered ->> 'payment_date')::date, renews_monthly = (entered ->> 'renews_monthly')::boolean,
         validity_days = (entered ->> 'validity_days')::integer,
         expiry_date = case when entered ? 'expiry_date' then (entered ->> 'expiry_date')::date else p.expiry_date end
   where p.user_id = me and p.id = pkg;
end $function$;
grant execute to authenticated, service_role;
