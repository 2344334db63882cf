-- After a restore: erases, anonymises or closes again whoever was erased, anonymised or closed between the backup and
-- the list, and changes again the addresses of pages and calendars that were changed. Expects the result of
-- survivors.sql in a temporary table `survivors` (docs/deploy.md). What is newer than the list stays.
do $$
declare
  taken constant timestamptz := (select max(taken_at) from survivors);
  gone  record;
begin
  if not exists (select from survivors s join auth.users u using (id) where s.kind = 'account') then
    raise exception 'The list names no account of this database: it would erase everybody. Is it the right one?';
  end if;

  for gone in select id from auth.users u
               where created_at < taken
                 and not exists (select from survivors s where s.kind = 'account' and s.id = u.id)
  loop
    perform private.close_account(gone.id);
    raise notice 'account % closed again', gone.id;
  end loop;

  for gone in select st.id, st.user_id, s.anonymized
                from public.students st
                left join survivors s on s.kind = 'student' and s.user_id = st.user_id and s.id = st.id
               -- By the first link: an import of today keeps the dates of its students.
               where (select min(l.created_at) from public.student_links l
                       where l.user_id = st.user_id and l.student_id = st.id) < taken
                 and (s.id is null or s.anonymized and st.anonymized_at is null)
               order by st.user_id, st.id
  loop
    -- The functions of the product do it, in the name of the coach. The list does not know what was chosen about the
    -- notes of group lessons: they go, so that nothing comes back that was erased.
    perform set_config('request.jwt.claims', jsonb_build_object('sub', gone.user_id)::text, true),
            -- auth.uid() reads this one first.
            set_config('request.jwt.claim.sub', gone.user_id::text, true);
    if gone.anonymized then
      perform private.anonymize_student(gone.id, true, false);
      raise notice 'student % anonymised again', gone.id;
    else
      perform private.delete_student(gone.id, true, null);
      raise notice 'student % erased again', gone.id;
    end if;
  end loop;

  for gone in select a.user_id, a.student_id
                from (select l.user_id, l.student_id, l.created_at, l.link::text as secret
                        from public.student_links l
                        join public.students st
                          on st.user_id = l.user_id and st.id = l.student_id and st.anonymized_at is null
                       where not l.revoked
                      union all
                      select f.user_id, null, f.created_at, f.token from public.agenda_feeds f) a
               -- A list without addresses knows of none.
               where a.created_at < taken and exists (select from survivors s where s.kind = 'address')
                 and not exists (select from survivors s
                                  where s.kind = 'address' and s.user_id = a.user_id and s.id = md5(a.secret)::uuid)
  loop
    perform set_config('request.jwt.claims', jsonb_build_object('sub', gone.user_id)::text, true),
            set_config('request.jwt.claim.sub', gone.user_id::text, true);
    if gone.student_id is null then perform private.rotate_agenda_token();
    else perform private.rotate_student_link(gone.student_id);
    end if;
    raise notice 'address of % % changed again', gone.user_id, coalesce(gone.student_id::text, 'calendar');
  end loop;
end $$;
