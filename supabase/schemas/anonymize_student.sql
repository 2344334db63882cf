-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Anonymises a student of the caller, irreversibly; figures stay, and the notes of group lessons if erase_group_notes is false. With replace_mentions the name in other texts becomes "um aluno". Answers what preview_student_removal said, `replaced`: how many texts changed, by place, `mentions`: the texts that stay, and replayed: true when it had happened before. PT404 student_not_found.
CREATE OR REPLACE FUNCTION public.anonymize_student(student_uuid uuid, erase_group_notes boolean DEFAULT true, replace_mentions boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.anonymize_student(student_uuid, erase_group_notes, replace_mentions)
$function$;
grant execute to authenticated;
