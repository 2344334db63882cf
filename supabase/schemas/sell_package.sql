-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Applies a CreditPlan with a package and what was received for it, exactly once per op_id. `renews`: the monthly package that it renews; with `only_marked`, PT404 package_not_found unless that one is marked. Answers and refuses as apply_session_plan does, and answers the package. Also PT400 overpaid and PT409 renewed_already.
CREATE OR REPLACE FUNCTION public.sell_package(sale jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- Every sale, with or without settled lessons, names the version of the student's credits from which it was planned.
  if sale #>> '{package,id}' is null
     or not exists (select from jsonb_array_elements(private.part(sale -> 'based_on', '[]')) b
                     where b ->> 'student_id' = sale #>> '{package,student_id}') then
    raise sqlstate 'PT400'
      using message = 'bad_plan', detail = 'a sale without a package or the credits it was planned from';
  end if;
  return private.apply_plan(sale - array['money', 'slots']);
end $function$;
grant execute to authenticated, service_role;
