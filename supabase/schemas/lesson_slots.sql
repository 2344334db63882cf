-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- A time at which the coach teaches: every week on a weekday, or on one date. Without students it is a free hour.
create table lesson_slots (
  id uuid default gen_random_uuid() not null,
  user_id uuid default auth.uid() not null,
  weekday smallint, -- 0 is Sunday; null: only on the date starts_on = ends_on.
  start_time time without time zone not null, -- Local time in the coach's time zone.
  minutes smallint default 60 not null,
  club_id uuid,
  starts_on date not null,
  ends_on date,
  replaces uuid[] default '{}'::uuid[] not null, -- The slots that this one replaced ('Mudar deste dia em diante'), the latest first, deleted ones included.
  time_since timestamp with time zone default now() not null, -- Since when its lessons begin at this time. A slot that replaces another one at the same time keeps that slot's value. It is set anew when an exception is removed from a moved occurrence that begins within a week; it says nothing of lessons that began before it. Kept by the functions of plans.
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint lesson_slots_pkey PRIMARY KEY (user_id, id),
  constraint lesson_slots_club_fkey FOREIGN KEY (user_id, club_id) REFERENCES clubs(user_id, id) ON DELETE SET NULL (club_id),
  constraint lesson_slots_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint lesson_slots_ends_after_start CHECK ((ends_on >= starts_on)),
  constraint lesson_slots_minutes_check CHECK (((minutes >= 15) AND (minutes <= 600))),
  constraint lesson_slots_real_days CHECK ((((starts_on >= '2000-01-01'::date) AND (starts_on <= '2100-12-31'::date)) AND ((ends_on >= '2000-01-01'::date) AND (ends_on <= '2100-12-31'::date)) AND (time_since >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (time_since < '2101-01-01 00:00:00+00'::timestamp with time zone) AND (created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (created_at < '2101-01-01 00:00:00+00'::timestamp with time zone) AND (updated_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (updated_at < '2101-01-01 00:00:00+00'::timestamp with time zone))),
  constraint lesson_slots_replaces_check CHECK (private.is_list(replaces)),
  constraint lesson_slots_replaces_few CHECK ((cardinality(replaces) <= 50)),
  constraint lesson_slots_start_time_check CHECK (((EXTRACT(second FROM start_time) = (0)::numeric) AND (start_time < '24:00:00'::time without time zone))),
  constraint lesson_slots_weekday_check CHECK (((weekday >= 0) AND (weekday <= 6))),
  constraint lesson_slots_weekly_or_once CHECK (((weekday IS NOT NULL) OR ((ends_on IS NOT NULL) AND (ends_on = starts_on))))
);
CREATE INDEX lesson_slots_club_idx ON public.lesson_slots USING btree (user_id, club_id);
CREATE INDEX lesson_slots_end_idx ON public.lesson_slots USING btree (user_id, (
CASE
    WHEN (ends_on IS NULL) THEN 'infinity'::date
    ELSE ends_on
END));
policy "own rows" for all to authenticated using (user_id = ( SELECT auth.uid() AS uid)) with check (user_id = ( SELECT auth.uid() AS uid));
grant delete, insert (id, user_id, weekday, start_time, minutes, club_id, starts_on, ends_on, replaces), select (every column), update (ends_on) to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update to service_role;
CREATE TRIGGER keep_days BEFORE DELETE ON public.lesson_slots FOR EACH ROW EXECUTE FUNCTION private.keep_days_of_slot();
CREATE TRIGGER limit_added AFTER INSERT ON public.lesson_slots REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.limit_slots();
CREATE TRIGGER limit_prolonged AFTER UPDATE ON public.lesson_slots REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.limit_slots();
CREATE TRIGGER not_before_lesson BEFORE UPDATE OF ends_on ON public.lesson_slots FOR EACH ROW WHEN ((new.ends_on IS NOT NULL)) EXECUTE FUNCTION private.refuse_end_before_lesson();
CREATE TRIGGER require_account BEFORE INSERT ON public.lesson_slots FOR EACH STATEMENT EXECUTE FUNCTION private.require_account();
CREATE TRIGGER touch BEFORE UPDATE ON public.lesson_slots FOR EACH ROW WHEN ((old.time_since = new.time_since)) EXECUTE FUNCTION private.touch_updated_at();
