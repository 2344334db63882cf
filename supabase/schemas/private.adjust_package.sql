-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Adjusts the credits of a package of the caller, if total and used_outside are as expected: {id, total_classes, used_outside, name, reason, expected}. PT409 stale_package, PT404 package_not_found, PT400 nothing_changed.
CREATE OR REPLACE FUNCTION private.adjust_package(change jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me  constant uuid := private.coach();
  pkg public.packages;
  why constant text := btrim(change ->> 'reason');
begin
  if change ->> 'id' is null or private.is_seen(why) is not true then
    raise sqlstate 'PT400' using message = 'bad_plan', detail = 'an adjustment without a package or a reason';
  end if;
  select * into pkg from public.packages where user_id = me and id = (change ->> 'id')::uuid for no key update;
  if pkg.id is null then raise sqlstate 'PT404' using message = 'package_not_found', detail = change ->> 'id'; end if;
  if (pkg.total_classes, pkg.used_outside) is distinct from
     ((change -> 'expected' ->> 'total_classes')::integer, (change -> 'expected' ->> 'used_outside')::integer) then
    raise sqlstate 'PT409' using message = 'stale_package', detail = pkg.id::text;
  end if;
  -- Without a difference in credits no line is written, so nothing could hold the reason.
  if (change ->> 'total_classes')::integer - (change ->> 'used_outside')::integer
     = pkg.total_classes - pkg.used_outside then
    raise sqlstate 'PT400' using message = 'nothing_changed', detail = pkg.id::text;
  end if;
  update public.packages
     set total_classes = (change ->> 'total_classes')::integer, used_outside = (change ->> 'used_outside')::integer,
         name = change ->> 'name'
   where user_id = me and id = pkg.id;
  -- The line that the trigger has just written: nobody else gets a number before this transaction ends.
  update public.credit_ledger set reason = why
   where user_id = me and id = (select last from private.ledger_numbers where user_id = me);
end $function$;
grant execute to authenticated, service_role;
