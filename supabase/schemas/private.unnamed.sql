-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- A text with a name in it replaced, or as it was: longer than `most` it would not fit.
CREATE OR REPLACE FUNCTION private.unnamed(body text, named text, most integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  -- A text that would grow too long stays whole: cut, it would lose what the coach wrote.
  select case when char_length(t.fresh) <= most then t.fresh else body end
    from (select regexp_replace(body, named, 'um aluno', 'gi') as fresh) t
$function$;
