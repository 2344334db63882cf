-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- The packages of the caller to which the skips of these occurrences gave days.
CREATE OR REPLACE FUNCTION private.packages_of_skips(skips jsonb)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select array(
    select e.package_id
      from unnest(array[skips -> 'add', skips -> 'remove']) part
     cross join jsonb_array_elements(case when jsonb_typeof(part) = 'array' then part else '[]' end) x
     cross join lateral (select * from public.package_extensions
                          where user_id = private.coach() and slot_id = (x ->> 'slot_id')::uuid
                            and slot_date = (x ->> 'slot_date')::date offset 0) e)
$function$;
grant execute to authenticated, service_role;
