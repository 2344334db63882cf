-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Applies a CreditPlan without lessons, with money (private.write_money), exactly once per op_id. Answers as sell_package does. PT409 stale_money, PT404 package_not_found, PT400 overpaid, 23514 packages_refunded_within_paid, and what apply_session_plan refuses.
CREATE OR REPLACE FUNCTION public.apply_payment_plan(plan jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  money constant jsonb := private.part(plan -> 'money', '{}');
begin
  if money ->> 'package_id' is null or jsonb_typeof(money -> 'expected') is distinct from 'object'
     or jsonb_typeof(plan -> 'based_on' -> 0) is distinct from 'object'
     -- Lessons and slots come before packages in the lock order, and are not about money.
     or plan -> 'lessons' is distinct from '[]' or plan ?| array['package', 'skips', 'slots']
     or jsonb_array_length(private.part(money -> 'add', '[]')) > 20
     or jsonb_array_length(private.part(money -> 'remove', '[]')) > 20 then
    raise sqlstate 'PT400' using message = 'bad_plan', detail = 'money';
  end if;
  return private.apply_plan(plan);
end $function$;
grant execute to authenticated, service_role;
