-- A sale: the package, the owed lessons that it settles, what was paid and the alerts, all or nothing, exactly once
-- (docs/product.md, 'Selling and settling').
create function public.sell_package(sale jsonb) returns jsonb
language plpgsql volatile security invoker set search_path = '' as $$
declare
  me        constant uuid := private.coach();
  pkg       constant uuid := sale -> 'package' ->> 'id';
  payment   constant jsonb := nullif(sale -> 'payment', 'null');
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
  applied := private.apply_credit_plan(sale);
  if not (applied ->> 'replayed')::boolean then
    -- The plain insert has written one payment of the whole price; the sale says what was received.
    delete from public.payments where user_id = me and package_id = pkg;
    if payment is not null then
      insert into public.payments (id, user_id, student_id, package_id, kind, amount, paid_on, method, payer_name, note, own)
      select coalesce((payment ->> 'id')::uuid, gen_random_uuid()), me, p.student_id, p.id, 'payment',
             (payment ->> 'amount')::numeric, (payment ->> 'paid_on')::date, coalesce(payment ->> 'method', 'other'),
             payment ->> 'payer_name', payment ->> 'note',
             (payment ->> 'amount')::numeric = p.price and (payment ->> 'paid_on')::date = p.payment_date
        from public.packages p where p.user_id = me and p.id = pkg and (payment ->> 'amount')::numeric <= p.price;
      if not found then raise sqlstate 'PT400' using message = 'overpaid'; end if;
    end if;
  end if;
  return applied || jsonb_build_object('package', (
    select to_jsonb(p) from public.packages p where p.user_id = me and p.id = pkg));
end $$;
comment on function public.sell_package(jsonb) is
  'Applies a CreditPlan with a package and what was received for it, exactly once per op_id; answers as apply_session_plan '
  'does, with the package. Its refusals too, and PT400 overpaid.';
grant execute on function public.sell_package(jsonb) to authenticated, service_role;
