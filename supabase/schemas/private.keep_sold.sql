-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Before a package is inserted, or its total or price changes: keeps what was sold (sold_classes, sold_price).
CREATE OR REPLACE FUNCTION private.keep_sold()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    new.sold_classes := coalesce(new.sold_classes, new.total_classes);
    new.sold_price := coalesce(new.sold_price, new.price);
  elsif current_user = 'authenticated' then
    if new.total_classes <> old.total_classes then new.sold_classes := new.total_classes; end if;
    if new.price <> old.price then new.sold_price := new.price; end if;
  end if;
  return new;
end $function$;
