/**
 * Every grant of the API's roles on our tables and functions, with its reason. A grant that is missing here fails a
 * test, and so does a reason without its grant.
 */

/**
 * Grants on tables, of the two roles that requests can have, as 'role verb table (columns if restricted)'. A role that
 * may read every column by name still reads none of the columns that PostgreSQL adds (`xmin`).
 */
export const TABLE_GRANTS: Record<string, string> = {
  'anon insert public.racketleads (country, email, heard_from, id, language, name, phone, sports)':
    'a visitor leaves a lead; reading leads needs the service role',
  'authenticated delete public.alerts': 'a plan ends an alert whose cause is gone',
  'authenticated delete public.clubs': 'the form of clubs',
  'authenticated delete public.lesson_slot_students': 'a slot changes who is expected',
  'authenticated delete public.lesson_slots': 'a slot that never was answered is gone when it ends',
  'authenticated delete public.message_templates': "back to the app's own text",
  'authenticated delete public.notices': "'Desfazer' of a message that was noted as opened",
  'authenticated delete public.packages':
    'undo of a sale; triggers refuse it while a lesson uses the package',
  'authenticated delete public.payments': 'undo of a payment; triggers keep the sums',
  'authenticated delete public.session_feedbacks': 'a lesson loses a participant',
  'authenticated delete public.session_package_assignments':
    'a lesson loses a participant; triggers give the credit back',
  'authenticated delete public.sessions': 'a plan deletes a lesson; triggers give the credits back',
  'authenticated insert private.applied_ops (content, op_id, user_id)':
    'a plan notes its operation id, as the coach, in the same transaction',
  'authenticated insert public.alerts (dedupe_key, facts, id, message, package_id, priority, session_id, student_id, student_name, type, user_id)':
    'a plan opens alerts',
  'authenticated insert public.clubs (address, id, is_default, name, phone, user_id)': 'the form of clubs',
  'authenticated insert public.lesson_slot_students': 'who is expected at a slot',
  'authenticated insert public.lesson_slots (club_id, ends_on, id, minutes, replaces, start_time, starts_on, user_id, weekday)':
    "'Novo horário', and 'Mudar deste dia em diante'",
  'authenticated insert public.message_templates (body, kind, user_id)':
    'the first text of the coach for a kind of message',
  'authenticated insert public.notices (cause, kind, student_id)':
    'a message was opened; the coach is the default of user_id',
  'authenticated insert public.packages (expiry_date, id, name, payment_date, price, purchase_date, renews_monthly, student_id, total_classes, user_id, validity_days)':
    'a sale; balances are columns of triggers',
  'authenticated insert public.payments (amount, id, kind, method, note, own, package_id, paid_on, payer_name, student_id, user_id)':
    'a payment or a refund',
  'authenticated insert public.racketleads (country, email, heard_from, id, language, name, phone, sports)':
    'a coach who is signed in may leave a lead too',
  'authenticated insert public.session_feedbacks (club_id, created_at, notes, private_notes, rating, session_id, student_id, tags, user_id)':
    'a lesson is registered',
  'authenticated insert public.session_package_assignments (attendance, manually_assigned, package_id, session_id, spared_package_id, student_id, user_id)':
    'a lesson is registered; what is charged, and what was told, are columns of triggers',
  'authenticated insert public.sessions (cancelled_reason, created_at, date, day, id, notes, slot_date, slot_id, teacher, user_id)':
    'a lesson is registered; counters are columns of triggers',
  'authenticated insert public.students (classe, email, gender, id, name, notes, phone, status, type, user_id)':
    'a new student; credits, versions and the link are columns of triggers',
  'authenticated select private.applied_ops': 'a repeated plan finds what its first one answered',
  'authenticated select private.deleted_lessons': 'a plan that names a deleted lesson is told so',
  'authenticated select public.agenda_feeds (every column)': 'the coach sees the address of the calendar',
  'authenticated select public.agreement_confirmations (every column)': 'who has read the agreement',
  'authenticated select public.agreements (every column)': 'the form of the agreement, explanations',
  'authenticated select public.alerts (every column)': 'lists of alerts, facts',
  'authenticated select public.clubs (every column)': 'lists of clubs, club of a lesson',
  'authenticated select public.coach_days (every column)': 'figures over days',
  'authenticated select public.coach_totals (every column)': 'figures of the dashboard',
  'authenticated select public.credit_ledger (every column)': 'the statement',
  'authenticated select public.lesson_slot_students (every column)': 'the agenda',
  'authenticated select public.lesson_slots (every column)': 'the agenda',
  'authenticated select public.lesson_replies (every column)': 'replies of students',
  'authenticated select public.message_templates (every column)': 'texts of messages',
  'authenticated select public.notices (every column)': 'who was sent what',
  'authenticated select public.occurrence_guests (every column)': 'guests in the agenda',
  'authenticated select public.opening_invites (every column)': 'who was asked, and who took it',
  'authenticated select public.openings (every column)': 'hours that are offered',
  'authenticated select public.package_extensions (every column)': 'facts of a plan, days in the profile',
  'authenticated select public.packages (every column)': 'packages of a student, facts of a plan',
  'authenticated select public.payments (every column)': 'payments, receipts, finance',
  'authenticated select public.profiles (every column)': 'the own profile and rules',
  'authenticated select public.recesses (every column)': 'recesses in the agenda',
  'authenticated select public.session_feedbacks (every column)': 'feedback in history and profile',
  'authenticated select public.session_package_assignments (every column)': 'participants of a lesson',
  'authenticated select public.sessions (every column)': 'the history',
  'authenticated select public.slot_exceptions (every column)': 'the agenda',
  'authenticated select public.students (every column)': 'lists of students',
  'authenticated update private.applied_ops (content, effects)':
    'a plan stores what it did beside its operation id',
  'authenticated update public.alerts (ended, facts, message, priority, resolved, student_name)':
    'closing an alert; a plan renews its sentence',
  'authenticated update public.clubs (address, is_default, name, phone)': 'the form of clubs',
  'authenticated update public.lesson_slots (ends_on)': 'a slot is ended; all else of it is a new slot',
  'authenticated update public.message_templates (body, kind, user_id)':
    'an upsert names each column that it sends; policy and key hold the coach',
  'authenticated update public.notices (opened_at)': 'the same message opened again',
  'authenticated update public.packages (expiry_date, name, payment_date, price, purchase_date, renews, renews_monthly, total_classes, validity_days)':
    'the form of a package; what is used and paid are columns of triggers',
  'authenticated update public.profiles (cancel_extension_days, first_steps_closed, main_sport, name, package_order, phone, pix_city, pix_key, pix_name, pix_type, renewal_due_day, replies_seen_at, show_pix, time_zone)':
    'the profile form, first steps, time zone, replies that were seen',
  'authenticated update public.session_feedbacks (club_id, notes, private_notes, rating, tags)':
    'feedback edited in place, stars tapped in a row',
  'authenticated update public.session_package_assignments (assigned_at, attendance, manually_assigned, package_id, spared_package_id)':
    'attendance and package of a participant; triggers move the credit',
  'authenticated update public.sessions (cancelled_reason, date, day, notes, slot_date, slot_id, teacher)':
    'a lesson is edited; slot and day are held by triggers',
  'authenticated update public.students (classe, email, gender, name, notes, phone, status, type)':
    'the form of a student',
}

/** Grants on functions, by the roles that may call them. */
const FUNCTION_GRANTS: Record<string, Record<string, string>> = {
  'anon authenticated service_role': {
    'private.agenda_feed(feed_token text)': 'definer; get_agenda_feed calls it, the token alone opens it',
    'private.check_request()': 'PostgREST calls it before each request, as the role of the request',
    'private.confirm_agreement(link uuid, version integer)':
      'definer; behind public.confirm_agreement, the link alone opens it',
    'private.is_list(list anyarray)': 'pure; checks of columns run as the role that inserts',
    'private.is_seen(value text)': 'pure; checks of columns run as the role that inserts',
    'private.reply_to_lesson(link uuid, slot uuid, slot_date date, reply text, expected text, start timestamp with time zone)':
      'definer; behind public.reply_to_lesson, the link alone opens it',
    'private.student_public_data(link uuid)':
      'definer; behind get_student_public_data, the link alone opens it',
    'private.take_opening(link uuid, opening uuid)':
      'definer; behind public.take_opening, the link alone opens it',
    'public.take_opening(link uuid, opening uuid)': 'a student has no login; the link alone opens it',
    'public.confirm_agreement(link uuid, version integer)': 'a student has no login; the link alone opens it',
    'public.get_agenda_feed(token text, apikey text)':
      'a calendar app has no login; the token alone opens it',
    'public.get_student_public_data(student_uuid uuid)': 'a student has no login; the link alone opens it',
    'public.reply_to_lesson(link uuid, slot uuid, slot_date date, reply text, expected text, start timestamp with time zone)':
      'a student has no login; the link alone opens it',
  },
  authenticated: {
    'private.anonymize_student(student uuid, erase_group_notes boolean, replace_mentions boolean)':
      'definer; behind public.anonymize_student, for the own student alone',
    'private.balances(coach uuid)': 'invoker; sums of the own packages in an export',
    'private.delete_my_account()': 'definer; behind public.delete_my_account, for the caller alone',
    'private.delete_student(student uuid, erase_group_notes boolean, seen jsonb)':
      'definer; behind public.delete_student, for the own student alone',
    'private.import_my_data(document jsonb, op_id uuid)':
      'definer; behind public.import_my_data, into the own empty account',
    'private.login_email()': 'definer; the e-mail of the caller alone, in the export',
    'private.mentions(coach uuid, student uuid)': 'invoker; places that name a student, before anonymising',
    'private.name_pattern(coach uuid, student uuid)': 'invoker; mentions are found by it',
    'private.removal_preview(coach uuid, student uuid)': 'invoker; figures before a student is removed',
    'private.totals(coach uuid)': 'invoker; own figures in an export',
    'public.anonymize_student(student_uuid uuid, erase_group_notes boolean, replace_mentions boolean)':
      'rights of a student',
    'public.delete_my_account()': 'rights of the coach; asks for a fresh login',
    'public.delete_student(student_uuid uuid, erase_group_notes boolean, seen jsonb)': 'rights of a student',
    'public.export_my_data()': 'rights of the coach',
    'public.export_student_data(student_uuid uuid, with_private_notes boolean)': 'rights of a student',
    'public.import_my_data(document jsonb, op_id uuid)': 'rights of the coach, into an empty account',
    'public.preview_student_removal(student_uuid uuid)': 'what a removal will take',
  },
  'authenticated service_role': {
    'private.adjust_package(change jsonb)':
      'definer; apply_plan (invoker) calls it: one statement line with its reason',
    'private.apply_plan(asked jsonb)': 'invoker; what the four plans share, under row-level security',
    'private.as_told(line credit_ledger)': 'a statement line as it reads now; statement and exports call it',
    'private.begin_operation(me uuid, op uuid, content text)':
      'invoker; notes the operation id before a plan does anything',
    'private.busy_in(me uuid, slots uuid[])': 'invoker; who of own slots has another lesson then',
    'private.busy_then(me uuid, skips jsonb)':
      'invoker; what a plan answers of the agenda, under row-level security',
    'private.bought_instead(pkg packages, month date)': 'renewals call it',
    'private.change_guest(slot uuid, slot_date date, student uuid, comes boolean, start timestamp with time zone, op uuid)':
      'definer; behind add_guest and remove_guest, for own students alone',
    'private.change_reply(asked jsonb, told_by text)':
      'definer; behind record_reply and void_reply, for the own student alone',
    'private.change_price(package_id uuid, price numeric, payment_date date)':
      'definer; write_money (invoker) calls it, for the own package alone',
    'private.check_link(me uuid, lesson sessions, slot uuid, asked date)':
      'invoker; a plan checks the occurrence that a lesson answers',
    'private.claim_lessons(me uuid, lessons jsonb)': 'invoker; a plan locks own lessons in one order',
    'private.claim_occurrences(me uuid, plan jsonb)': 'invoker; a plan locks own slots in one order',
    'private.close_opening(opening uuid)': 'definer; behind public.close_opening, for the own opening alone',
    'private.coach()': 'invoker; who is signed in, or PT401',
    'private.coach_time_zone(coach uuid)': 'invoker; the agenda and the public page ask it',
    'private.dormant_extensions(coach uuid, lessons jsonb, skips jsonb)':
      'invoker; which days of a plan wait behind others',
    'private.drop_exceptions_after(slot uuid, last_day date)': 'definer; write_slots ends an own slot',
    'private.edit_package(change jsonb)':
      'invoker; a plan edits or deletes an own package that is as the coach saw it',
    'private.effect_rows(me uuid, scope jsonb)': 'invoker; own rows before and after a plan',
    'private.effects_between(before jsonb, after jsonb)': 'pure; the difference of two sets of rows',
    'private.end_agreement(seen integer)': 'definer; behind public.end_agreement, for the caller alone',
    'private.end_operation(me uuid, op uuid, scope jsonb, before jsonb, released jsonb)':
      'invoker; stores the effects of a plan',
    'private.expected(coach uuid, slots uuid[], on_day date, begins timestamp with time zone)':
      'invoker; own students in the agenda',
    'private.extension_stands(e package_extensions)': 'pure; whether days of a row count',
    'private.fallback_day(date timestamp with time zone)':
      'pure; trigger of sessions, which runs as the coach',
    'private.forget_days_of_lesson(lesson uuid, since timestamp with time zone)':
      'definer; a plan takes back days of an own lesson',
    'private.has_moved(me uuid, seen jsonb)':
      'invoker; a plan compares an own occurrence with what its coach saw',
    'private.import_students(plan jsonb)': 'definer; behind public.import_students, for the caller alone',
    'private.is_renewal_due(pkg packages, month date)': 'renewals and the dashboard call it',
    'private.is_time_zone(name text)': 'pure; check of profiles.time_zone runs as the coach',
    'private.judging_version(coach uuid, starts_at timestamp with time zone)':
      'invoker; which of the own versions judges a lesson',
    'private.keep_time(slot uuid, before lesson_slots)':
      'definer; write_slots (invoker) calls it, for an own slot alone',
    'private.lessons_per_period(since timestamp with time zone[], until timestamp with time zone[])':
      'invoker; charts call it',
    'private.lock_clubs(me uuid, plan jsonb)': 'invoker; a plan locks own clubs',
    'private.lock_credits(me uuid, plan jsonb)':
      'invoker; a plan locks own packages and students in one order',
    'private.monthly_renewals(coach uuid, month date)': 'invoker; renewals and the dashboard call it',
    'private.occurrence(coach uuid, slot uuid, on_day date)': 'invoker; one of own slots',
    'private.occurrence_facts(coach uuid, asked jsonb)': 'invoker; replies and rules, for a plan',
    'private.occurrences(coach uuid, from_day date, to_day date)': 'invoker; expands own slots',
    'private.open_opening(coach uuid, slots uuid[], on_day date, begins timestamp with time zone)':
      'invoker; the own opening of an occurrence',
    'private.open_places(asked jsonb)': 'definer; behind public.open_places, for own students alone',
    'private.opening_shown(coach uuid, slots uuid[], on_day date, begins timestamp with time zone)':
      'invoker; own openings in the agenda',
    'private.part(said jsonb, absent jsonb)': 'pure; a part of a plan that may be left out',
    'private.players(coach uuid, slots uuid[], on_day date, begins timestamp with time zone)':
      'invoker; who has an own lesson',
    'private.refuse_lesson_beside(me uuid, lessons jsonb)':
      'invoker; a plan asks for a lesson of the same students',
    'private.refuse_partial_recess(me uuid, recess jsonb)': 'invoker; whether a plan leaves out own rows',
    'private.remove_package(change jsonb)': 'invoker; apply_plan calls it',
    'private.release_ended(ended uuid[])': 'definer; a plan ends own slots',
    'private.hand_on(ended uuid[])': 'definer; a plan replaces own slots',
    'private.replies(coach uuid, slots uuid[], on_day date, begins timestamp with time zone)':
      'invoker; what counts of own replies',
    'private.rotate_agenda_token()': 'definer; behind public.rotate_agenda_token, for the caller alone',
    'private.rotate_student_link(student uuid)':
      'definer; behind public.rotate_student_link, for the own student alone',
    'private.save_agreement(agreement jsonb)': 'definer; behind public.save_agreement, for the caller alone',
    'private.scope_of(me uuid, plan jsonb, package_ids uuid[])': 'invoker; which own rows a plan may change',
    'private.sell(me uuid, sold jsonb, payment jsonb, renewed uuid)': 'invoker; a plan sells an own package',
    'private.session_details(ids uuid[])': 'invoker; own lessons with their participants',
    'private.session_facts(coach uuid, lesson uuid)': 'invoker; facts of one own lesson',
    'private.slot_now(me uuid, asked uuid, on_day date, begins timestamp with time zone)':
      'invoker; follows an own slot to the one that took its place',
    'private.coming(coach uuid, slots uuid[], on_day date, begins timestamp with time zone)':
      'invoker; who comes to an own occurrence',
    'private.takers(coach uuid, opening uuid, slots uuid[], on_day date, begins timestamp with time zone)':
      'invoker; who has a place of an own opening',
    'private.guests_of_plan(me uuid, plan jsonb, coming boolean)': 'invoker; whom a plan releases',
    'private.replies_of_plan(me uuid, plan jsonb)': 'invoker; whose reply a plan ends',
    'private.begins_then(coach uuid, slot uuid, on_day date, begins timestamp with time zone)':
      'invoker; whether an hour still is, for what a plan ends',
    'private.whole_plan(asked jsonb)': 'pure; a plan with every part',
    'private.with_replies(coach uuid, ids uuid[], slots uuid[], on_day date, begins timestamp with time zone)':
      'invoker; own students in the agenda',
    'private.write_exceptions(skips jsonb)': 'definer; a plan skips own occurrences',
    'private.write_extensions(added jsonb, taken_back jsonb, dormant uuid[])':
      'definer; a plan gives and takes days of own packages',
    'private.write_lessons(me uuid, lessons jsonb, restores boolean, club_ids uuid[])':
      'invoker; a plan writes own lessons',
    'private.write_money(me uuid, money jsonb)': 'invoker; a plan writes payments of an own package',
    'private.write_participants(me uuid, lesson_id uuid, change jsonb, club_ids uuid[])':
      'invoker; a plan writes participants of an own lesson',
    'private.write_recess(change jsonb)': 'definer; a plan writes an own recess',
    'private.write_slots(me uuid, slots jsonb, club_ids uuid[])': 'invoker; a plan ends and adds own slots',
    'public.add_guest(slot uuid, slot_date date, student uuid, start timestamp with time zone, op uuid)':
      'somebody is expected on one day only',
    'public.apply_alert_plan(plan jsonb)': 'time alone opens and ends alerts',
    'public.apply_payment_plan(plan jsonb)': 'payments, refunds, prices',
    'public.apply_session_plan(plan jsonb)': 'lessons, skips, packages: everything that moves credits',
    'public.apply_slot_plan(plan jsonb)': 'changes of the week that move no credit',
    'public.close_opening(opening uuid)': 'an hour is offered no more',
    'public.end_agreement(seen integer)': 'the agreement is taken down',
    'public.get_agenda(from_day date, to_day date)': 'the agenda',
    'public.get_credit_facts(student_ids uuid[], session_id uuid, session_ids uuid[], occurrences jsonb)':
      'what a plan is decided from',
    'public.get_credit_statement(student_uuid uuid, package_uuid uuid, today date, since timestamp with time zone, until timestamp with time zone, before bigint, page_size integer)':
      'the statement',
    'public.get_dashboard_charts(week_starts timestamp with time zone[], month_starts timestamp with time zone[], month_days date[])':
      'charts of the dashboard',
    'public.get_dashboard_stats(day_start timestamp with time zone, day_end timestamp with time zone, month_start date)':
      'figures of the dashboard',
    'public.get_finance(month_days date[], today date)': 'money month by month',
    'public.get_monthly_renewals(month date)': 'packages that wait to be renewed',
    'public.get_server_time()': "the clock that the device's is compared with",
    'public.get_sessions_page(page integer, page_size integer, since timestamp with time zone, until timestamp with time zone, unassigned_only boolean, cancelled_only boolean)':
      'a page of the history',
    'public.get_student_link(student uuid)': 'the link that is given out now',
    'public.get_student_sessions_page(student_uuid uuid, page integer, page_size integer, with_feedback boolean)':
      "a page of a student's lessons",
    'public.get_student_summary(student_uuid uuid)': 'figures of a student',
    'public.import_students(plan jsonb)': 'students of a spreadsheet, in one call',
    'public.open_places(opening jsonb)': 'an hour is offered',
    'public.record_notice(kind text, student uuid, cause text)':
      'a message was opened; noted once for each cause',
    'public.record_reply(reply jsonb)': 'the coach notes what a student said',
    'public.remove_guest(slot uuid, slot_date date, student uuid, op uuid)':
      'a guest does not come after all',
    'public.rotate_agenda_token()': 'a new address of the calendar',
    'public.rotate_student_link(student uuid)': 'a new link',
    'public.save_agreement(agreement jsonb)': 'the agreement is published',
    'public.sell_package(sale jsonb)': 'a sale with the lessons that it settles',
    'public.void_reply(slot uuid, slot_date date, student uuid, start timestamp with time zone, op uuid)':
      'what was said with a link was not the student',
  },
}

/** The functions that a role may call. */
const callableBy = (role: string) =>
  Object.entries(FUNCTION_GRANTS)
    .flatMap(([roles, functions]) => (roles.split(' ').includes(role) ? Object.keys(functions) : []))
    .toSorted()

export const CALLABLE: Record<string, string[]> = {
  anon: callableBy('anon'),
  authenticated: callableBy('authenticated'),
  service_role: callableBy('service_role'),
}
