-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

CREATE OR REPLACE FUNCTION private.reply_shown(r lesson_replies)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN jsonb_build_object('reply', (r).reply, 'replied_at', (r).replied_at, 'told_by', (r).told_by, 'outcome', (r).outcome);
