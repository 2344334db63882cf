-- A phone's clock may be hours off, and what it registered without signal carries that clock's dates. The Date header
-- of an answer is not readable across origins, so the clock to compare with is a function.
create function public.get_server_time() returns timestamptz
language sql stable security invoker set search_path = ''
return now();
comment on function public.get_server_time() is 'The server''s clock, for a device to compare its own with.';
grant execute on function public.get_server_time() to authenticated, service_role;
