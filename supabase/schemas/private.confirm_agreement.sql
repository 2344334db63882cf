-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

CREATE OR REPLACE FUNCTION private.confirm_agreement(link uuid, version integer)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  gone constant text := 'Estes combinados mudaram. Atualize a página.';
  s     public.students;
  shown json;
  since timestamptz;
begin
  s := private.claim_visit(link, null);
  if s.id is null then return private.refuse_stranger(link, gone); end if;
  shown := private.agreement_shown(s.user_id, s.id, (now() at time zone private.coach_time_zone(s.user_id))::date);
  if version is null
     or (version = (shown ->> 'version')::integer or version = (shown #>> '{next,version}')::integer) is not true then
    return private.refuse_visitor(gone);
  end if;
  select c.confirmed_at into since from public.agreement_confirmations c
   where c.user_id = s.user_id and c.student_id = s.id and c.version = confirm_agreement.version;
  if since is null then
    if not private.may_change(link, s.user_id) then
      return private.refuse_visitor('Muitas tentativas. Tente mais tarde.');
    end if;
    insert into public.agreement_confirmations (user_id, student_id, version)
    values (s.user_id, s.id, confirm_agreement.version)
    returning confirmed_at into since;
  end if;
  return json_build_object('success', true, 'confirmed_at', since);
end $function$;
grant execute to anon, authenticated, service_role;
