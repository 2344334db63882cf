-- Every day and every instant that is stored lies in 2000–2100. Postgres takes 'infinity', 'BC' and the year 9999; no
-- screen, no spreadsheet and no import could read those again. This covers every table that exists by now, so that none
-- is forgotten; a test fails for a table that comes after this file.
do $$
declare
  rule record;
begin
  for rule in
    select c.oid::regclass as name, c.relname,
           string_agg(case a.atttypid
             when 'date'::regtype then format('%1$I between ''2000-01-01'' and ''2100-12-31''', a.attname)
             else format('%1$I >= ''2000-01-01 00:00+00'' and %1$I < ''2101-01-01 00:00+00''', a.attname) end,
             ' and ' order by a.attnum) as expression
      from pg_catalog.pg_class c
      join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind = 'r'
       and a.atttypid in ('date'::regtype, 'timestamptz'::regtype)
     group by c.oid, c.relname order by c.relname
  loop
    execute format('alter table %s add constraint %I check (%s)',
                   rule.name, rule.relname || '_real_days', rule.expression);
  end loop;
end $$;
