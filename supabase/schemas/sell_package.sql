-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Applies a CreditPlan with a package and what was received for it, exactly once per op_id; answers as apply_session_plan does, with the package. What follows a monthly one names it in `renews`. Its refusals too, PT400 overpaid and PT409 renewed_already.
CREATE OR REPLACE FUNCTION public.sell_package(sale jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  me        constant uuid := private.coach();
  pkg       constant uuid := sale -> 'package' ->> 'id';
  payment   constant jsonb := nullif(sale -> 'payment', 'null');
  renewed   constant uuid := sale ->> 'renews';
  applied   jsonb;
begin
  if pkg is null or jsonb_typeof(sale -> 'package') <> 'object' then
    raise sqlstate 'PT400' using message = 'bad_plan', detail = 'no package';
  end if;
  -- A settled lesson names the student's credits that the sale was planned from, and so does a sale without one.
  if not exists (select from jsonb_array_elements(coalesce(nullif(sale -> 'based_on', 'null'), '[]')) b
                  where b ->> 'student_id' = sale -> 'package' ->> 'student_id') then
    raise sqlstate 'PT400' using message = 'bad_plan', detail = 'a sale without the credits it was planned from';
  end if;
  -- The renewed package is locked with the others of the plan, by id: of two devices one waits, and is refused below.
  applied := private.apply_credit_plan(
    case when renewed is null then sale else jsonb_set(sale, '{based_on,0,package_id}', to_jsonb(renewed)) end);
  if not (applied ->> 'replayed')::boolean then
    -- The plain insert has written one payment of the whole price; the sale says what was received.
    delete from public.payments where user_id = me and package_id = pkg;
    if payment is not null then
      insert into public.payments (id, user_id, student_id, package_id, kind, amount, paid_on, method, payer_name, note, own)
      select coalesce((payment ->> 'id')::uuid, gen_random_uuid()), me, p.student_id, p.id, 'payment',
             (payment ->> 'amount')::numeric, (payment ->> 'paid_on')::date, coalesce(payment ->> 'method', 'other'),
             payment ->> 'payer_name', payment ->> 'note',
             (payment ->> 'amount')::numeric = p.price
        from public.packages p where p.user_id = me and p.id = pkg and (payment ->> 'amount')::numeric <= p.price;
      if not found then raise sqlstate 'PT400' using message = 'overpaid'; end if;
    end if;
    if renewed is not null or (sale -> 'package' ->> 'renews_monthly')::boolean then
      if exists (select from public.packages p
                  where p.user_id = me and p.renews = renewed
                    and p.student_id = (sale -> 'package' ->> 'student_id')::uuid) then
        raise sqlstate 'PT409' using message = 'renewed_already', detail = renewed::text;
      end if;
      update public.packages
         set renews_monthly = coalesce((sale -> 'package' ->> 'renews_monthly')::boolean, false),
             -- A package that was deleted meanwhile is followed by nothing.
             renews = (select p.id from public.packages p
                        where p.user_id = me and p.student_id = packages.student_id and p.id = renewed)
       where user_id = me and id = pkg;
    end if;
  end if;
  return private.finish_plan((sale ->> 'op_id')::uuid, applied) || jsonb_build_object('package', (
    select to_jsonb(p) from public.packages p where p.user_id = me and p.id = pkg));
end $function$;
grant execute to authenticated, service_role;
