-- A role that may read a whole table may also read the columns that Postgres adds to it: `select=xmin` answered the
-- number of the transaction that wrote a coach's own row, `ctid` its place among the rows of all coaches. Both count
-- what other coaches write. So the API roles may read only columns of ours, by a grant of each column. This covers
-- every table that exists by now; a test fails for a table that comes after this file.
do $$
declare
  may record;
begin
  for may in
    select c.oid::regclass as name, r.rolname as role,
           (select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_catalog.pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
      from pg_catalog.pg_class c
      join pg_catalog.pg_roles r on r.rolname in ('anon', 'authenticated')
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and has_table_privilege(r.oid, c.oid, 'select')
     order by c.relname
  loop
    execute format('revoke select on %s from %I', may.name, may.role);
    execute format('grant select (%s) on %s to %I', may.columns, may.name, may.role);
  end loop;
end $$;
