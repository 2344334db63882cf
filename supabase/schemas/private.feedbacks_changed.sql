-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- After a statement on feedback: updates the rating sums of its lesson, whose version rises.
CREATE OR REPLACE FUNCTION private.feedbacks_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    update public.sessions s
       set updated_at = now(), rating_sum = s.rating_sum + c.rating_sum, rating_count = s.rating_count + c.rating_count
      from (select user_id, session_id, sum(rating)::integer as rating_sum, count(*)::integer as rating_count
              from new_rows group by 1, 2) c
     where s.user_id = c.user_id and s.id = c.session_id;
  elsif tg_op = 'DELETE' then
    update public.sessions s
       set rating_sum = s.rating_sum - c.rating_sum, rating_count = s.rating_count - c.rating_count
      from (select user_id, session_id, sum(rating)::integer as rating_sum, count(*)::integer as rating_count
              from old_rows group by 1, 2) c
     where s.user_id = c.user_id and s.id = c.session_id;
  else
    -- Deleting a club clears club_id. That is no edit of its lessons and must not wait for their locks.
    update public.sessions s set updated_at = now(), rating_sum = s.rating_sum + c.rating_sum
      from (select n.user_id, n.session_id, sum(n.rating - o.rating)::integer as rating_sum
              from old_rows o join new_rows n using (user_id, session_id, student_id)
             where (o.rating, o.notes, o.tags, o.private_notes)
                   is distinct from (n.rating, n.notes, n.tags, n.private_notes)
                or (n.club_id is not null and n.club_id is distinct from o.club_id)
             group by 1, 2) c
     where s.user_id = c.user_id and s.id = c.session_id;
  end if;
  return null;
end $function$;
