-- Who exists in the database now, without personal data. Keep the result outside of the database; erase-again.sql reads
-- it after a restore (docs/deploy.md, 'What was erased stays erased after a restore').
select 'account' as kind, id as user_id, id, false as anonymized, now() as taken_at from auth.users
union all
select 'student', user_id, id, anonymized_at is not null, now() from public.students;
