-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- After insert or update: refuses more rows per coach than the first argument says (PT413 too_many_rows). The second argument, if given, is the condition for a row to count.
CREATE OR REPLACE FUNCTION private.limit_rows()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  coach uuid;
  held  bigint;
begin
  for coach in select distinct user_id from new_rows loop
    execute format('select count(*) from (select from %I.%I where user_id = $1 and %s limit %s + 1) held',
                   tg_table_schema, tg_table_name, coalesce(tg_argv[1], 'true'), tg_argv[0])
       into held using coach;
    if held > tg_argv[0]::bigint then
      raise sqlstate 'PT413' using message = 'too_many_rows', detail = tg_table_name;
    end if;
  end loop;
  return null;
end $function$;
