-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

CREATE OR REPLACE FUNCTION private.ics_line(line text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
declare
  folded text := '';
  width  integer := 0;
  letter text;
begin
  if octet_length(line) <= 75 then return line || E'\r\n'; end if;
  foreach letter in array regexp_split_to_array(line, '') loop
    if width + octet_length(letter) > 75 then
      folded := folded || E'\r\n ';
      width := 1;
    end if;
    folded := folded || letter;
    width := width + octet_length(letter);
  end loop;
  return folded || E'\r\n';
end $function$;
