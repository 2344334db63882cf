-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- The calendar of a token as text/calendar: seven days back, 120 ahead, at most 2,000 events. An unknown token gets an empty calendar.
CREATE OR REPLACE FUNCTION public.get_agenda_feed(token text, apikey text DEFAULT NULL::text)
 RETURNS "*/*"
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  perform set_config('response.headers', '[{"Content-Type": "text/calendar; charset=utf-8"}, '
    '{"Cache-Control": "private, max-age=900"}, {"X-Robots-Tag": "noindex"}]', true);
  return convert_to(private.agenda_feed(split_part(token, '.', 1)), 'UTF8')::public."*/*";
end $function$;
grant execute to anon, authenticated, service_role;
