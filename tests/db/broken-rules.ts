import { expect } from 'vitest'
import type { Query, TestDatabase } from '../support/postgres-database'

/** Checks everything that must always be true of the data. Returns one row per violation. */
const BROKEN_RULES = `
  with seats as (
    select user_id, student_id, package_id, count(*)::int as taken from public.session_package_assignments
     where package_id is not null group by 1, 2, 3
  ), lines as (
    select user_id, student_id, package_id, sum(delta)::int as balance from public.credit_ledger group by 1, 2, 3
  )
  select 'used_classes is not the number of assignments' as rule, p.id::text as id
    from public.packages p
    left join seats s on s.package_id = p.id and s.user_id = p.user_id and s.student_id = p.student_id
   where p.used_classes <> coalesce(s.taken, 0)
  union all
  select 'a balance is out of range', id::text from public.packages
   where used_classes < 0 or remaining_classes < 0 or remaining_classes <> total_classes - used_classes - used_outside
  union all
  select 'the ledger of a package does not add up to its balance', p.id::text
    from public.packages p left join lines l on l.user_id = p.user_id and l.package_id = p.id
   where p.remaining_classes is distinct from l.balance
  union all
  select 'the ledger of a deleted package does not add up to 0', l.package_id::text
    from lines l where l.balance <> 0
     and not exists (select from public.packages p where p.user_id = l.user_id and p.id = l.package_id)
  union all
  select 'the ledger of a lesson is not its assignments', x.session_id::text || '/' || x.package_id::text
    from (select user_id, session_id, student_id, package_id, sum(delta)::int as delta from public.credit_ledger
           where session_id is not null group by 1, 2, 3, 4) x
    left join public.session_package_assignments a using (user_id, session_id, student_id, package_id)
   where x.delta <> case when a.session_id is null then 0 else -1 end
  union all
  select 'total_credits is not the sum of the packages', s.id::text from public.students s
   where s.total_credits <> (select coalesce(sum(p.remaining_classes), 0) from public.packages p
                              where p.user_id = s.user_id and p.student_id = s.id)
  union all
  select 'the newest line of a package does not say its balance', p.id::text from public.packages p
   where p.remaining_classes is distinct from
         (select l.package_balance_after from public.credit_ledger l
           where l.user_id = p.user_id and l.package_id = p.id order by l.id desc limit 1)
  union all
  select 'a line does not say the balance of the student after it', l.id::text
    from (select *, sum(delta) over (partition by user_id, student_id order by id) as balance,
                 sum(delta) over (partition by user_id, student_id, package_id order by id) as of_package
            from public.credit_ledger) l
   where (l.balance_after, l.package_balance_after) is distinct from (l.balance::int, l.of_package::int)
      or l.balance_after < 0
  union all
  select 'paid_total is not the sum of the payments', p.id::text from public.packages p
   where p.open_amount <> p.price - p.paid_total
      or p.paid_total <> (select coalesce(sum(case y.kind when 'payment' then y.amount else -y.amount end), 0)
                            from public.payments y where y.user_id = p.user_id and y.package_id = p.id)
  union all
  select 'a package that is renewed twice, or follows one of another student', min(p.id::text)
    from public.packages p left join public.packages b
      on b.user_id = p.user_id and b.student_id = p.student_id and b.id = p.renews
   where p.renews is not null group by p.user_id, p.renews having count(*) > 1 or count(b.id) = 0
  union all
  select 'extended_days are not the extensions', p.id::text from public.packages p
   cross join lateral (
     -- Each cause in words of its own, not by the function that counts.
     select coalesce(sum(d.days), 0) as days from (
       select max(e.days) as days from public.package_extensions e
        where e.user_id = p.user_id and e.package_id = p.id and e.until_day is null
          and (e.kept or (e.session_id is null and e.slot_id is null)
               or exists (select from public.sessions s where s.user_id = e.user_id and s.id = e.session_id
                             and not exists (select from public.session_package_assignments a
                                              where a.user_id = s.user_id and a.session_id = s.id
                                                and a.student_id = e.student_id
                                                and a.attendance in ('present', 'absent')))
               or exists (select from public.slot_exceptions x
                           where x.user_id = e.user_id and x.slot_id = e.slot_id and x.slot_date = e.slot_date
                             and x.reason is not null))
        group by case when e.day is null then e.id::text else e.day::text end) d) given
   where p.extended_days <> greatest(given.days, (
     -- Absences that were told in time, or were before their lesson or student went.
     select max(least(f.until_day - (p.expiry_date - p.extended_days), given.days + (f.until_day - f.day)))
       from public.package_extensions f
      where f.user_id = p.user_id and f.package_id = p.id and f.until_day is not null and p.expiry_date is not null
        and (f.kept
             or exists (select from public.session_package_assignments a
                         where a.user_id = f.user_id and a.session_id = f.session_id and a.student_id = f.student_id
                           and a.attendance = 'excused' and a.told_outcome = 'kept' and a.spared_package_id = p.id))))
  union all
  select 'the floors of absences are not their rows', coalesce(f.id::text, a.session_id::text)
    from (select x.*, s.day + g.makeup_days as until
            from public.session_package_assignments x
            join public.sessions s on s.user_id = x.user_id and s.id = x.session_id
            join public.agreements g on g.user_id = x.user_id and g.version = x.agreement_version and g.makeup_days > 0
            join public.students st on st.user_id = x.user_id and st.id = x.student_id and st.anonymized_at is null
            join public.packages p on p.user_id = x.user_id and p.id = x.spared_package_id
           where x.attendance = 'excused' and x.told_outcome = 'kept') a
    full join (select * from public.package_extensions where until_day is not null and not kept) f
      on f.user_id = a.user_id and f.session_id = a.session_id and f.package_id = a.spared_package_id
     and f.until_day = a.until
   where a.user_id is null or f.user_id is null
  union all
  select 'the validity does not begin with the first lesson', p.id::text from public.packages p
   where p.validity_days is not null and p.expiry_date is distinct from
         (select min(s.day) + p.validity_days + p.extended_days
            from public.session_package_assignments a
            join public.sessions s on s.user_id = a.user_id and s.id = a.session_id
           where a.user_id = p.user_id and a.package_id = p.id and s.day >= p.purchase_date)
  union all
  select 'feedback of somebody who was not present', f.session_id::text
    from public.session_feedbacks f join public.session_package_assignments a using (user_id, session_id, student_id)
   where a.attendance <> 'present'
  union all
  select 'a credit of who is not charged', session_id::text from public.session_package_assignments
   where package_id is not null and attendance not in ('present', 'absent')
  union all
  select 'a lesson cancelled in part', s.id::text from public.sessions s
   where exists (select from public.session_package_assignments a
                  where a.user_id = s.user_id and a.session_id = s.id
                    and (a.attendance = 'cancelled') <> (s.cancelled_reason is not null))
  union all
  select 'the counters of a lesson are not its rows', s.id::text from public.sessions s
   where (s.student_count, s.unassigned_count, s.cancelled_count) <>
         (select count(*)::int, (count(*) filter (where a.charged and a.package_id is null))::int,
                 (count(*) filter (where a.attendance = 'cancelled'))::int
            from public.session_package_assignments a where a.user_id = s.user_id and a.session_id = s.id)
  union all
  select 'the ratings of a lesson are not its feedback', s.id::text from public.sessions s
   where (s.rating_sum, s.rating_count) <>
         (select coalesce(sum(f.rating), 0)::int, count(*)::int from public.session_feedbacks f
           where f.user_id = s.user_id and f.session_id = s.id)
  union all
  select 'the totals of a coach are not the rows', t.user_id::text from public.coach_totals t
   where (t.active_students, t.lessons, t.held, t.unassigned_lessons) <>
         ((select count(*) from public.students s where s.user_id = t.user_id and s.status = 'active'),
          (select count(*) from public.sessions s where s.user_id = t.user_id),
          (select count(*) from public.sessions s where s.user_id = t.user_id and s.cancelled_reason is null),
          (select count(*) from public.sessions s where s.user_id = t.user_id and s.unassigned_count > 0))
      or (t.rating_sum, t.rating_count) <>
         (select coalesce(sum(f.rating), 0), count(*) from public.session_feedbacks f where f.user_id = t.user_id)
  union all
  select 'a day of a coach is not its rows', user_id::text || '/' || day::text
    from (select user_id, day, lessons, held, rating_sum, rating_count, revenue, received, open_amount
            from public.coach_days
          union all
          select s.user_id, (s.date at time zone 'UTC')::date, -1, -(s.cancelled_reason is null)::int,
                 -coalesce(sum(f.rating), 0), -count(f.rating), 0, 0, 0
            from public.sessions s left join public.session_feedbacks f on f.user_id = s.user_id and f.session_id = s.id
           group by s.user_id, s.id
          union all
          select user_id, purchase_date, 0, 0, 0, 0, -price, 0, 0 from public.packages
          union all
          select user_id, payment_date, 0, 0, 0, 0, 0, 0, -greatest(open_amount, 0) from public.packages
          union all
          select user_id, paid_on, 0, 0, 0, 0, 0, case kind when 'payment' then -amount else amount end, 0
            from public.payments) x
   group by user_id, day
  having (sum(lessons), sum(held), sum(rating_sum), sum(rating_count), sum(revenue), sum(received), sum(open_amount))
         <> (0, 0, 0, 0, 0, 0, 0)
  union all
  select 'a coach without totals', id::text from public.profiles p
   where not exists (select from public.coach_totals t where t.user_id = p.id)
  union all
  select 'a student without a link of their own', s.id::text from public.students s
   where not exists (select from public.student_links l
                      where (l.link, l.user_id, l.student_id) = (coalesce(s.link, s.id), s.user_id, s.id)
                        and not l.revoked)
  union all
  select 'a link that another student had before', l.link::text from public.student_links l
   where exists (select from private.used_links u where u.hash = private.link_hash(l.link))
  union all
  select 'a cause holds two alerts', min(id::text) from public.alerts
   where not ended group by user_id, dedupe_key having count(*) > 1
  union all
  select 'two default clubs', user_id::text from public.clubs where is_default group by user_id having count(*) > 1`

/** All violations, over all coaches: the broken rule and the id of the row. */
export const brokenRules = (query: Query): Promise<Record<string, unknown>[]> => query(BROKEN_RULES)

export async function expectNoBrokenRules(db: TestDatabase): Promise<void> {
  expect(await db.asOwner(brokenRules)).toEqual([])
}
