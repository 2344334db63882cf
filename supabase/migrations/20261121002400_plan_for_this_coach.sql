-- From its sixth call on, a connection plans a function for the average coach. Of the average coach it may be cheapest to
-- read all alerts; of one with a thousand times as many it is not. Planning anew costs a millisecond and knows the coach.
alter function public.apply_alert_plan(jsonb) set plan_cache_mode = 'force_custom_plan';
alter function public.apply_session_plan(jsonb) set plan_cache_mode = 'force_custom_plan';
alter function public.get_credit_facts(uuid[], uuid) set plan_cache_mode = 'force_custom_plan';
alter function public.get_dashboard_stats(timestamptz, timestamptz, date) set plan_cache_mode = 'force_custom_plan';
alter function public.get_dashboard_charts(timestamptz[], timestamptz[], date[]) set plan_cache_mode = 'force_custom_plan';
alter function public.get_sessions_page(integer, integer, timestamptz, timestamptz, boolean)
  set plan_cache_mode = 'force_custom_plan';
alter function public.get_student_sessions_page(uuid, integer, integer, boolean) set plan_cache_mode = 'force_custom_plan';
alter function public.get_student_summary(uuid) set plan_cache_mode = 'force_custom_plan';
alter function private.figures_between(timestamptz, timestamptz) set plan_cache_mode = 'force_custom_plan';
alter function private.delete_student(uuid) set plan_cache_mode = 'force_custom_plan';
