-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- The versions of a coach's rules of missed lessons. Which one judges a lesson: private.judging_version.
create table agreements (
  user_id uuid not null,
  version integer not null,
  starts_on date not null,
  ends_on date, -- The last day, of one that was taken down; it may lie before starts_on. A later version takes the place of an earlier one without it.
  notice_hours smallint not null, -- So many hours before the start a student may still say that the lesson is missed.
  makeup_days smallint not null, -- So many days after such a lesson its package is valid at least; 0: its own validity alone.
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
