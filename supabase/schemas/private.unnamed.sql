-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- A text in which 'um aluno' replaces a name, or the text as it was if the new one would be longer than `most`.
CREATE OR REPLACE FUNCTION private.unnamed(body text, named text, most integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  -- A text that would grow too long stays as it is: cutting it would lose what the coach wrote.
  select case when char_length(t.fresh) <= most then t.fresh else body end
    from (select regexp_replace(body, named, 'um aluno', 'gi') as fresh) t
$function$;
