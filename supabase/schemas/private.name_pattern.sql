-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Matches a student's first name as a word, with the surnames that follow it. Null: no such student, or an anonymised one.
CREATE OR REPLACE FUNCTION private.name_pattern(coach uuid, student uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  -- The surnames that follow are matched too, so that none is left behind; the 'da' of 'Ana da Silva' only together
  -- with the surname. A word in braces is a placeholder of a message and does not match. 'joao' is João: each accented
  -- letter of a word of three letters or more becomes a choice, '[oõ]'.
  select '(?<![[:alnum:]À-ÖØ-öø-ÿ{])' || w.words[1]
         || coalesce('(?:(?:' || m.gap || '(?:e|d[aeo]s?))*' || m.gap || '(?:'
                     || (select string_agg(word, '|') from unnest(w.words[2:]) word
                          where word !~* '^(e|d[aeo]s?)$') || '))*', '')
         || '(?![[:alnum:]À-ÖØ-öø-ÿ}\u0300-\u036f])'
    from public.students s
    -- Marks that nobody sees: a pasted name may have some, and a text where it was pasted too, but others do not.
   cross join lateral (select '[\s' || unseen || ']+' as gap, unseen
                         from (values ('\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff')) v (unseen)) m
   cross join lateral (
     select array_agg(normalize(regexp_replace(
              -- A sign may have an accent too, and is escaped: 'not equal' is '\=' with a stroke.
              normalize(word, nfd), '(\\?.)([\u0300-\u036f]+)',
              case when char_length(word) < 3 then '(?:\1\2|\1(?:\2))' else '[\1\1\2](?:\2)?' end, 'g'))
                      order by n) as words
       from regexp_split_to_table(regexp_replace(
              regexp_replace(normalize(s.name), '[' || m.unseen || ']', '', 'g'),
              '([^[:alnum:]À-ÖØ-öø-ÿ[:space:]\u0300-\u036f])', '\\\1', 'g'), '\s+')
            with ordinality as t (word, n)
      where word <> '') w
   where s.user_id = coach and s.id = student and s.anonymized_at is null
$function$;
grant execute to authenticated;
