-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Before update of a line: refuses everything but an adjustment's first reason and the end of its texts (PT400 line_is_kept).
CREATE OR REPLACE FUNCTION private.keep_line()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  allowed public.credit_ledger := old;
begin
  if old.kind = 'adjust' and old.reason is null then allowed.reason := new.reason; end if;
  if new.reason is null and new.package_name is null then
    allowed.reason := null;
    allowed.package_name := null;
  end if;
  if new is distinct from allowed then
    raise sqlstate 'PT400' using message = 'line_is_kept', detail = old.id::text;
  end if;
  return new;
end $function$;
