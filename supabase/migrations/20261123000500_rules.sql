-- The coach's rules of lessons (docs/product.md, 'Rules of the coach'). Changing one changes nothing that was registered.
alter table public.profiles
  add column package_order text not null default 'oldest' check (package_order in ('oldest', 'expires_first')),
  add column cancel_extension_days integer not null default 0 check (cancel_extension_days between 0 and 365);
comment on column public.profiles.package_order is 'Which package a lesson takes: the oldest, or the one that expires first.';
comment on column public.profiles.cancel_extension_days is 'More days that a cancelled lesson gives by itself; 0: the coach is asked.';
grant update (package_order, cancel_extension_days) on public.profiles to authenticated;
