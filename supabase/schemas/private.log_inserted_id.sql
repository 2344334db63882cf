-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Before insert: refuses an id whose row was deleted (PT410 already_deleted). An id in use violates its primary key (23505). Ids of other coaches do not matter.
CREATE OR REPLACE FUNCTION private.log_inserted_id()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  still_there boolean;
begin
  insert into private.applied_ops (user_id, op_id) values (new.user_id, new.id) on conflict do nothing;
  if not found then
    execute format('select exists (select from %I.%I where user_id = $1 and id = $2)', tg_table_schema, tg_table_name)
      into still_there using new.user_id, new.id;
    if not still_there then
      raise sqlstate 'PT410' using message = 'already_deleted', detail = new.id::text;
    end if;
  end if;
  return new;
end $function$;
