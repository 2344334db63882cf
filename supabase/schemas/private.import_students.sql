-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

CREATE OR REPLACE FUNCTION private.import_students(plan jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me       constant uuid := private.coach();
  op_id    constant uuid := plan ->> 'op_id';
  entries  constant jsonb := plan -> 'rows';
  sold     uuid[];
  replayed boolean;
begin
  if me is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  if op_id is null or jsonb_typeof(entries) is distinct from 'array' then
    raise sqlstate 'PT400' using message = 'bad_plan', detail = 'no rows';
  end if;
  if jsonb_array_length(entries) not between 1 and 1000
     or exists (select from jsonb_array_elements(entries) e
                 where e -> 'student' ->> 'id' is null
                    or jsonb_typeof(coalesce(nullif(e -> 'package', 'null'), '{"id": ""}') -> 'id')
                       is distinct from 'string') then
    raise sqlstate 'PT400' using message = 'bad_plan', detail = 'at most 1,000 rows, each with ids';
  end if;

  -- Exactly once: a concurrent repeat waits here for the first call and is then answered as a replay.
  insert into private.applied_ops (user_id, op_id) values (me, op_id) on conflict do nothing;
  replayed := not found;
  sold := array(select (e -> 'package' ->> 'id')::uuid from jsonb_array_elements(entries) e
                 where e -> 'package' ->> 'id' is not null);

  if not replayed then
    -- Triggers count what this transaction wrote before.
    set constraints all immediate;
    set constraints all deferred;
    insert into public.students (id, user_id, name, email, phone, gender, type, classe, status, notes)
    select s.id, me, s.name, s.email, s.phone, s.gender, s.type, s.classe, s.status, s.notes
      from jsonb_array_elements(entries) e
      cross join jsonb_to_record(e -> 'student') as s (id uuid, name text, email text, phone text, gender text,
                                                       type text, classe text, status text, notes text);
    -- A trigger writes one payment of the whole price for each package.
    insert into public.packages (id, user_id, student_id, name, total_classes, price, purchase_date, payment_date,
                                 expiry_date, validity_days)
    select p.id, me, (e -> 'student' ->> 'id')::uuid, p.name, p.total_classes, p.price, p.purchase_date, p.payment_date,
           p.expiry_date, p.validity_days
      from jsonb_array_elements(entries) e
      cross join jsonb_to_record(nullif(e -> 'package', 'null')) as p (id uuid, name text, total_classes integer,
                                                                       price numeric, purchase_date date,
                                                                       payment_date date, expiry_date date,
                                                                       validity_days integer)
     where p.id is not null;

    -- Credits used before are an adjustment, so that the statement explains the balance.
    update public.packages p set used_outside = c.used_outside
      from (select (e -> 'package' ->> 'id')::uuid as id, (e -> 'package' ->> 'used_outside')::integer as used_outside
              from jsonb_array_elements(entries) e) c
     where p.user_id = me and p.id = c.id and c.used_outside <> 0;
    update public.credit_ledger l set reason = 'Usadas antes do Voleio'
     where l.user_id = me and l.package_id = any (sold) and l.kind = 'adjust'
       and l.student_id = any (array(select (e -> 'student' ->> 'id')::uuid from jsonb_array_elements(entries) e));

    -- For packages of which the file says that less was received, or nothing, or before the payment date.
    if exists (select from jsonb_array_elements(entries) e
                where (e -> 'package' ->> 'paid')::numeric > (e -> 'package' ->> 'price')::numeric) then
      raise sqlstate 'PT400' using message = 'overpaid';
    end if;
    delete from public.payments y
     where y.user_id = me
       and y.package_id = any (array(select (e -> 'package' ->> 'id')::uuid from jsonb_array_elements(entries) e
                                      where (e -> 'package' ->> 'paid') is not null));
    insert into public.payments (user_id, student_id, package_id, kind, amount, paid_on, method, own)
    select me, (e -> 'student' ->> 'id')::uuid, p.id, 'payment', p.paid, coalesce(p.paid_on, p.payment_date), 'other',
           p.paid = p.price
      from jsonb_array_elements(entries) e
      cross join jsonb_to_record(nullif(e -> 'package', 'null')) as p (id uuid, paid numeric, price numeric,
                                                                       payment_date date, paid_on date)
     where p.paid <> 0;

    perform set_config('voleio.importing', 'on', true);
    set constraints all immediate;
    set constraints all deferred;
    perform set_config('voleio.importing', '', true);
    perform private.add_to_totals(me, null, row ((
      select count(*) from jsonb_array_elements(entries) e where e -> 'student' ->> 'status' = 'active'),
      0, 0, 0, 0, 0, 0)::private.totals_change);
    perform private.add_to_totals(me, x.purchase_date, row (0, 0, 0, 0, 0, x.price, 0)::private.totals_change)
       from (select p.purchase_date, sum(p.price) as price from public.packages p
              where p.user_id = me and p.id = any (sold) group by 1) x;
    perform private.add_money(me, x.day, sum(x.paid), sum(x.owed))
       from (select y.paid_on as day, y.amount as paid, 0 as owed from public.payments y
              where y.user_id = me and y.package_id = any (sold)
             union all
             select p.payment_date, 0, p.open_amount from public.packages p
              where p.user_id = me and p.id = any (sold)) x
      group by x.day;
  end if;

  return jsonb_build_object('op_id', op_id, 'replayed', replayed) || (
    select jsonb_build_object('students', count(s.id), 'packages', count(p.id),
                              'credits', coalesce(sum(p.remaining_classes), 0))
      from jsonb_array_elements(entries) e
      left join public.students s on s.user_id = me and s.id = (e -> 'student' ->> 'id')::uuid
      left join public.packages p on p.user_id = me and p.student_id = s.id and p.id = (e -> 'package' ->> 'id')::uuid);
end $function$;
grant execute to authenticated, service_role;
