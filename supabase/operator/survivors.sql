-- Who is in the database now, without a word about who they are: to be kept outside of it, and read by erase-again.sql
-- after a restore (docs/deploy.md, 'After a restore, erase again').
select 'account' as kind, id as user_id, id, false as anonymized, now() as taken_at from auth.users
union all
select 'student', user_id, id, anonymized_at is not null, now() from public.students
union all
-- Hashes of the addresses that open something.
select 'address', user_id, md5(link::text)::uuid, false, now() from public.student_links where not revoked
union all
select 'address', user_id, md5(token)::uuid, false, now() from public.agenda_feeds;
