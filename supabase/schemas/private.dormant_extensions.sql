-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- The extensions of a plan's lessons and skips whose cause does not stand, leaving out floors.
CREATE OR REPLACE FUNCTION private.dormant_extensions(coach uuid, lessons jsonb, skips jsonb)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(array_agg((e.x).id), '{}')
    from (select y.x from jsonb_array_elements(lessons) l
           cross join lateral (select x from public.package_extensions x
                                where x.user_id = coach and x.session_id = (l -> 'session' ->> 'id')::uuid offset 0) y
          union all
          select y.x from jsonb_array_elements(coalesce(skips -> 'add', '[]')) s
           cross join lateral (select x from public.package_extensions x
                                where x.user_id = coach and x.slot_id = (s ->> 'slot_id')::uuid
                                  and x.slot_date = (s ->> 'slot_date')::date offset 0) y) e
   where (e.x).until_day is null and not private.extension_stands(e.x)
$function$;
grant execute to authenticated, service_role;
