-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- A row of a document as a row of this coach: with new ids.
CREATE OR REPLACE FUNCTION private.imported(entry jsonb, coach uuid, op_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select entry || jsonb_build_object('user_id', coach) || coalesce((
    select jsonb_object_agg(e.key, private.imported_id(op_id, e.value::uuid))
      from jsonb_each_text(entry) e
     where e.value is not null
       and e.key in ('id', 'student_id', 'package_id', 'renews', 'session_id', 'spared_package_id', 'slot_id',
                     'club_id', 'recess_id', 'batch_id', 'opening_id')), '{}')
$function$;
