-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- The versions of a coach's agreement, the rules for missed lessons. private.judging_version says which one judges a lesson.
create table agreements (
  user_id uuid not null,
  version integer not null,
  starts_on date not null,
  ends_on date, -- The last day of a version that was taken down; it may lie before starts_on. A version that a later one replaced keeps null.
  notice_hours smallint not null, -- How many hours before the start of a lesson an absence can at the latest be told in time.
  makeup_days smallint not null, -- For how many days after a lesson whose absence was told in time its package stays valid at least; 0: the package gets no floor.
  note text,
  created_at timestamp with time zone default now() not null,
  constraint agreements_pkey PRIMARY KEY (user_id, version),
  constraint agreements_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint agreements_makeup_days_check CHECK (((makeup_days >= 0) AND (makeup_days <= 90))),
  constraint agreements_note_check CHECK ((private.is_seen(note) AND (char_length(note) <= 500))),
  constraint agreements_notice_hours_check CHECK (((notice_hours >= 0) AND (notice_hours <= 168))),
  constraint agreements_real_days CHECK ((((starts_on >= '2000-01-01'::date) AND (starts_on <= '2100-12-31'::date)) AND ((ends_on >= '2000-01-01'::date) AND (ends_on <= '2100-12-31'::date)) AND (created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (created_at < '2101-01-01 00:00:00+00'::timestamp with time zone))),
  constraint agreements_version_check CHECK ((version > 0))
);
policy "own rows" for select to authenticated using (user_id = ( SELECT auth.uid() AS uid));
grant select (every column) to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update to service_role;
CREATE TRIGGER limit_added AFTER INSERT ON public.agreements REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.limit_rows('1000');
