-- After a restore: erases, anonymises or closes again whoever was erased, anonymised or closed between the backup and
-- the list. Expects the result of survivors.sql in a temporary table `survivors` (docs/deploy.md). What is newer than
-- the list stays.
do $$
declare
  taken constant timestamptz := (select max(taken_at) from survivors);
  gone  record;
begin
  if not exists (select from survivors s join auth.users u using (id) where s.kind = 'account') then
    raise exception 'The list names no account of this database: it would erase everybody. Is it the right one?';
  end if;

  for gone in select id from auth.users u
               where created_at < taken and not exists (select from survivors s where s.kind = 'account' and s.id = u.id)
  loop
    perform private.close_account(gone.id);
    raise notice 'account % closed again', gone.id;
  end loop;

  for gone in select st.id, st.user_id, s.anonymized
                from public.students st left join survivors s on s.kind = 'student' and s.user_id = st.user_id and s.id = st.id
               where st.created_at < taken and (s.id is null or s.anonymized and st.anonymized_at is null)
               order by st.user_id, st.id
  loop
    -- The functions of the product do it, in the name of the coach. The list does not know what was chosen about the notes
    -- of group lessons: they go, so that nothing comes back that was erased.
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
end $$;
