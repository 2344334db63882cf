-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Applies a CreditPlan without lessons, with money, exactly once per op_id: {package_id, expected: {price, paid_total, payment_date}, add: [payment or refund], remove: [ids], price, payment_date}. Answers as sell_package does. PT409 stale_money, PT404 package_not_found, PT400 overpaid, 23514 packages_refunded_within_paid, and what apply_session_plan refuses.
CREATE OR REPLACE FUNCTION public.apply_payment_plan(plan jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  me      constant uuid := private.coach();
  money   constant jsonb := plan -> 'money';
  pkg     constant uuid := money ->> 'package_id';
  added   constant jsonb := coalesce(nullif(money -> 'add', 'null'), '[]');
  removed constant jsonb := coalesce(nullif(money -> 'remove', 'null'), '[]');
  old_ids uuid[];
  sold    public.packages;
  applied jsonb;
  step    text;
  gone    integer := 0;
  n       integer;
begin
  if me is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  if pkg is null or jsonb_typeof(added) <> 'array' or jsonb_typeof(removed) <> 'array'
     or jsonb_typeof(money -> 'expected') is distinct from 'object'
     or jsonb_typeof(plan -> 'based_on' -> 0) is distinct from 'object'
     -- Lessons and slots come before packages in the lock order, and are not about money.
     or plan -> 'lessons' is distinct from '[]' or plan ?| array['package', 'skips']
     or jsonb_array_length(added) > 20 or jsonb_array_length(removed) > 20 then
    raise sqlstate 'PT400' using message = 'bad_plan', detail = 'money';
  end if;
  -- The package is locked with the others of the plan, by id.
  applied := private.apply_credit_plan(jsonb_set(plan, '{based_on,0,package_id}', to_jsonb(pkg)));
  if not (applied ->> 'replayed')::boolean then
    select * into sold from public.packages where user_id = me and id = pkg;
    if sold.id is null then raise sqlstate 'PT404' using message = 'package_not_found', detail = pkg::text; end if;
    if (sold.price, sold.paid_total, sold.payment_date) is distinct from
       ((money -> 'expected' ->> 'price')::numeric, (money -> 'expected' ->> 'paid_total')::numeric,
        (money -> 'expected' ->> 'payment_date')::date) then
      raise sqlstate 'PT409' using message = 'stale_money', detail = pkg::text;
    end if;
    old_ids := array(select jsonb_array_elements_text(removed)::uuid);
    -- What is received goes up before it goes down: a correction is refused only if more is given back at its end.
    foreach step in array array['payment', 'refund'] loop
      insert into public.payments (id, user_id, student_id, package_id, kind, amount, paid_on, method, payer_name, note, own)
      select p.id, me, sold.student_id, pkg, p.kind, p.amount, p.paid_on, p.method, p.payer_name, p.note,
             -- Corrected in its day, its method or its words, the payment of the sale stays the payment of the sale.
             p.kind is distinct from 'refund'
             and exists (select from public.payments y
                          where y.user_id = me and y.student_id = sold.student_id and y.package_id = pkg and y.id = any (old_ids)
                            and y.own and y.amount = p.amount)
        from jsonb_to_recordset(added) as p (id uuid, kind text, amount numeric, paid_on date, method text, payer_name text,
                                             note text)
       where (coalesce(p.kind, '') = 'refund') = (step = 'refund');
      delete from public.payments y
       where y.user_id = me and y.package_id = pkg and y.student_id = sold.student_id and y.id = any (old_ids)
         and y.kind <> step;
      get diagnostics n = row_count;
      gone := gone + n;
    end loop;
    -- Another device has corrected it meanwhile, to the same sum.
    if gone <> cardinality(old_ids) then
      raise sqlstate 'PT409' using message = 'stale_money', detail = pkg::text;
    end if;
    if money ? 'price' or money ? 'payment_date' then
      perform private.change_price(pkg, (money ->> 'price')::numeric, (money ->> 'payment_date')::date);
    end if;
    -- A lower price may leave more received than it costs; a payment may not add to that.
    if jsonb_path_exists(added, '$[*] ? (@.kind == "payment")')
       and (select p.open_amount from public.packages p where p.user_id = me and p.id = pkg) < least(sold.open_amount, 0) then
      raise sqlstate 'PT400' using message = 'overpaid';
    end if;
  end if;
  return private.finish_plan((plan ->> 'op_id')::uuid, applied) || jsonb_build_object('package', (
    select to_jsonb(p) from public.packages p where p.user_id = me and p.id = pkg));
end $function$;
grant execute to authenticated, service_role;
