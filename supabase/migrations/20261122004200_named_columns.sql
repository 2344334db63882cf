-- Whoever may read a whole table may read the columns that Postgres adds to it, too: `select=xmin` answered with the
-- number of the transaction that wrote an own row, `ctid` with its place among the rows of all coaches. Both count what
-- other coaches write. So the API's roles read the columns that have names of ours, each by a grant of its own. For
-- each table that is there: a test fails for a table that comes after this file.
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
