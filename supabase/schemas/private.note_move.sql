-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Before an exception is written: stamps moved_at if the occurrence moves.
CREATE OR REPLACE FUNCTION private.note_move()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if new.moved_to is null then
    new.moved_at := null;
  elsif tg_op = 'INSERT' then
    if not private.is_importing() then new.moved_at := coalesce(new.moved_at, now()); end if;
  elsif new.moved_to is distinct from old.moved_to then
    new.moved_at := now();
  end if;
  return new;
end $function$;
