-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- When a row of student_links is deleted or truncated, or its link changes: keeps the hash of the old link. A cascade runs this trigger too.
CREATE OR REPLACE FUNCTION private.remember_link()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'TRUNCATE' then
    insert into private.used_links (hash)
    select private.link_hash(l.link) from public.student_links l
    on conflict do nothing;
  else
    insert into private.used_links (hash) values (private.link_hash(old.link)) on conflict do nothing;
  end if;
  return null;
end $function$;
