-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Deletes a package of the caller that is as its sale left it: {id, expected}. PT409 stale_sale.
CREATE OR REPLACE FUNCTION private.remove_package(change jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  me       constant uuid := private.coach();
  pkg      constant uuid := change ->> 'id';
  expected constant jsonb := private.part(change -> 'expected', '{}');
  now_is   jsonb;
begin
  if not expected ?& array['total_classes', 'used_outside', 'extended_days', 'price', 'paid_total', 'purchase_date',
                           'payment_date', 'validity_days', 'renews_monthly', 'payments'] then
    raise sqlstate 'PT400' using message = 'bad_plan', detail = 'a removal that does not say what it expects';
  end if;
  select to_jsonb(p) || jsonb_build_object('payments', (
           select coalesce(jsonb_agg(y.id order by y.id), '[]') from public.payments y
            where y.user_id = me and y.student_id = p.student_id and y.package_id = p.id))
    into now_is from public.packages p where p.user_id = me and p.id = pkg;
  -- The coach has deleted the package meanwhile.
  if now_is is null then return; end if;
  if not now_is @> expected or jsonb_array_length(now_is -> 'payments') <> jsonb_array_length(expected -> 'payments')
     or exists (select from public.packages f
                 where f.user_id = me and f.student_id = (now_is ->> 'student_id')::uuid and f.renews = pkg) then
    raise sqlstate 'PT409' using message = 'stale_sale', detail = pkg::text;
  end if;
  delete from public.packages where user_id = me and id = pkg;
end $function$;
grant execute to authenticated, service_role;
