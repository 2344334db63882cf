-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Every row that differs, with its figures before and after; null: the row did not exist before, or does not exist after.
CREATE OR REPLACE FUNCTION private.effects_between(before jsonb, after jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return (
    select '{"packages": [], "lessons": [], "participants": [], "feedbacks": [], "skips": [], "payments": [],
             "alerts": []}'::jsonb || coalesce(jsonb_object_agg(k.kind, k.changes), '{}')
      from (select split_part(key, ' ', 1) as kind,
                   jsonb_agg(jsonb_build_object('before', b.value - 'text', 'after', a.value - 'text')
                             order by key collate "C") as changes
              from jsonb_each(before) b full join jsonb_each(after) a using (key)
             where b.value is distinct from a.value
             group by 1) k);
end $function$;
grant execute to authenticated, service_role;
