-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- An occurrence that differs from its slot: skipped for a reason, moved, or both.
create table slot_exceptions (
  user_id uuid default auth.uid() not null,
  slot_id uuid not null,
  slot_date date not null, -- The original local date of the occurrence.
  reason text,
  moved_to timestamp with time zone,
  moved_at timestamp with time zone, -- Kept by a trigger: since when the occurrence begins at moved_to.
  recess_id uuid,
  created_at timestamp with time zone default now() not null,
  constraint slot_exceptions_pkey PRIMARY KEY (user_id, slot_id, slot_date),
  constraint slot_exceptions_recess_fkey FOREIGN KEY (user_id, recess_id) REFERENCES recesses(user_id, id) ON DELETE CASCADE,
  constraint slot_exceptions_slot_fkey FOREIGN KEY (user_id, slot_id) REFERENCES lesson_slots(user_id, id) ON DELETE CASCADE,
  constraint slot_exceptions_of_recess CHECK (((NOT (reason IS DISTINCT FROM 'recess'::text)) = (recess_id IS NOT NULL))),
  constraint slot_exceptions_real_days CHECK ((((slot_date >= '2000-01-01'::date) AND (slot_date <= '2100-12-31'::date)) AND (moved_to >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (moved_to < '2101-01-01 00:00:00+00'::timestamp with time zone) AND (moved_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (moved_at < '2101-01-01 00:00:00+00'::timestamp with time zone) AND (created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (created_at < '2101-01-01 00:00:00+00'::timestamp with time zone))),
  constraint slot_exceptions_reason_check CHECK ((reason = ANY (ARRAY['rain'::text, 'coach'::text, 'venue'::text, 'other'::text, 'holiday'::text, 'recess'::text]))),
  constraint slot_exceptions_says_something CHECK (((reason IS NOT NULL) OR (moved_to IS NOT NULL)))
);
CREATE INDEX slot_exceptions_moved_idx ON public.slot_exceptions USING btree (user_id, moved_to) WHERE (moved_to IS NOT NULL);
CREATE INDEX slot_exceptions_recess_idx ON public.slot_exceptions USING btree (user_id, recess_id) WHERE (recess_id IS NOT NULL);
policy "own rows" for all to authenticated using (user_id = ( SELECT auth.uid() AS uid)) with check (user_id = ( SELECT auth.uid() AS uid));
grant select (every column) to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update to service_role;
CREATE TRIGGER end_openings AFTER INSERT OR UPDATE OF reason, moved_to ON public.slot_exceptions FOR EACH ROW EXECUTE FUNCTION private.end_openings();
CREATE TRIGGER end_openings_back AFTER DELETE ON public.slot_exceptions FOR EACH ROW WHEN ((old.moved_to IS NOT NULL)) EXECUTE FUNCTION private.end_openings();
CREATE TRIGGER limit_added AFTER INSERT ON public.slot_exceptions REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.limit_rows('20000');
CREATE TRIGGER note_move BEFORE INSERT OR UPDATE ON public.slot_exceptions FOR EACH ROW EXECUTE FUNCTION private.note_move();
CREATE TRIGGER refuse_answered BEFORE INSERT OR UPDATE ON public.slot_exceptions FOR EACH ROW EXECUTE FUNCTION private.refuse_answered_exception();
CREATE TRIGGER release_takers_back AFTER DELETE ON public.slot_exceptions FOR EACH ROW WHEN ((old.moved_to IS NOT NULL)) EXECUTE FUNCTION private.release_takers();
CREATE TRIGGER release_takers_moved AFTER INSERT ON public.slot_exceptions FOR EACH ROW WHEN ((new.moved_to IS NOT NULL)) EXECUTE FUNCTION private.release_takers();
CREATE TRIGGER release_takers_moved_on AFTER UPDATE OF moved_to ON public.slot_exceptions FOR EACH ROW WHEN ((old.moved_to IS DISTINCT FROM new.moved_to)) EXECUTE FUNCTION private.release_takers();
CREATE TRIGGER require_account BEFORE INSERT ON public.slot_exceptions FOR EACH STATEMENT EXECUTE FUNCTION private.require_account();
CREATE TRIGGER skips_deleted AFTER DELETE ON public.slot_exceptions REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.skips_changed();
CREATE TRIGGER skips_inserted AFTER INSERT ON public.slot_exceptions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.skips_changed();
CREATE TRIGGER skips_updated AFTER UPDATE ON public.slot_exceptions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.skips_changed();
