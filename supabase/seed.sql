-- A believable coach to look around with: ana@voleio.test / voleio123.
--
-- Every date counts back from today, so the data never grows old. Nothing is drawn by lot: the same day gives the
-- same data. No balance is written: lessons name packages, and the triggers count. Runs on hosted Supabase too
-- (`supabase db push --include-seed`), once, in an empty project; never in one that real coaches use.

-- ---------- Helpers of this file alone --------------------------------------------------------------------------
create function pg_temp.day(days_ago integer) returns date language sql stable as $$
  select (now() at time zone 'America/Sao_Paulo')::date - days_ago
$$;
create function pg_temp.at(days_ago integer, hour time) returns timestamptz language sql stable as $$
  select (pg_temp.day(days_ago) + hour) at time zone 'America/Sao_Paulo'
$$;
-- Readable ids in the shape of version 4 UUIDs.
create function pg_temp.id(kind text, number integer) returns uuid language sql immutable strict as $$
  select format('%s-0000-4000-8000-%s', rpad(kind, 8, '0'), lpad(number::text, 12, '0'))::uuid
$$;
create function pg_temp.br(day date) returns text language sql immutable as $$ select to_char(day, 'DD/MM/YYYY') $$;
create function pg_temp.credits(count integer) returns text language sql immutable as $$
  select count || case when count = 1 then ' crédito' else ' créditos' end
$$;

-- ---------- The coach -------------------------------------------------------------------------------------------
-- The profile is made by the database when the account is made.
insert into auth.users
  (id, aud, role, email, encrypted_password, email_confirmed_at, confirmation_token, recovery_token, email_change,
   email_change_token_new, email_change_token_current, phone_change, phone_change_token, reauthentication_token,
   raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
values
  (pg_temp.id('c0ac4', 1), 'authenticated', 'authenticated', 'ana@voleio.test',
   '$2a$10$6ThENS2/PcIepiFf25JST.rOW2hkTvqTAcUxuamJ2Ug6OfIL5tjDG', -- 'voleio123'
   pg_temp.at(90, '20:00'), '', '', '', '', '', '', '', '',
   '{"provider": "email", "providers": ["email"]}',
   '{"name": "Ana Ribeiro", "phone": "5511987654321", "main_sport": "Tênis"}',
   pg_temp.at(90, '19:55'), pg_temp.at(90, '20:00'));

insert into auth.identities (id, provider, provider_id, user_id, identity_data, last_sign_in_at, created_at, updated_at)
select pg_temp.id('1de47', 1), 'email', u.id::text, u.id,
       jsonb_build_object('sub', u.id, 'email', u.email, 'email_verified', true, 'phone_verified', false),
       u.created_at, u.created_at, u.created_at
  from auth.users u where u.email = 'ana@voleio.test';

-- Hosted Auth finds only accounts of its own instance; the embedded one has no such column.
do $$ begin
  if exists (select from information_schema.columns
              where table_schema = 'auth' and table_name = 'users' and column_name = 'instance_id') then
    execute 'update auth.users set instance_id = $1 where email = $2'
      using '00000000-0000-0000-0000-000000000000'::uuid, 'ana@voleio.test';
  end if;
end $$;

create temporary table coach as select id from auth.users where email = 'ana@voleio.test';

-- ---------- Clubs -----------------------------------------------------------------------------------------------
insert into public.clubs (id, user_id, name, address, phone, is_default, created_at)
select pg_temp.id('c10b', n), coach.id, name, address, phone, n = 1, pg_temp.at(89, '21:00')
  from coach, (values
    (1, 'Clube das Figueiras', 'Rua das Figueiras, 480, Alto de Pinheiros, São Paulo', '5511930215580'),
    (2, 'Arena Beira-Rio', 'Avenida das Garças, 1200, Cidade Jardim, São Paulo', '5511932107788')
  ) as club (n, name, address, phone);

-- ---------- Students --------------------------------------------------------------------------------------------
insert into public.students (id, user_id, name, email, phone, gender, type, classe, status, notes, created_at)
select pg_temp.id('57d', n), coach.id, name, email, phone, gender, type, classe, status, notes,
       pg_temp.at(since, '12:00')
  from coach, (values
    (1, 'Beatriz Almeida Nogueira', 'bia.nogueira@exemplo.com.br', '5511991230001', 'female', 'fixed', '4-classe',
     'active', 'Prefere treinar cedo. Quer disputar o interclubes no ano que vem.', 68),
    (2, 'Lucas Andrade', 'lucas.andrade@exemplo.com.br', '5511991230002', 'male', 'fixed', '5-classe', 'active',
     'Veio do tênis de mesa: pulso solto, pernas paradas.', 62),
    (3, 'Mariana Castro e Silva', 'mari.castro@exemplo.com.br', '5511991230003', 'female', 'fixed', '6-classe',
     'active', null, 56),
    (4, 'João Pedro Tavares', null, '5511991230004', 'male', 'fixed', '3-classe', 'active',
     'Renova sempre no último dia: avisar com antecedência.', 58),
    (5, 'Rafael Monteiro', 'rafa.monteiro@exemplo.com.br', '5521991230005', 'male', 'occasional', '5-classe', 'active',
     'Viaja muito a trabalho.', 61),
    (6, 'Camila Duarte', 'camila.duarte@exemplo.com.br', '5511991230006', 'female', 'occasional', '7-classe', 'active',
     'Aulas avulsas, conforme a agenda do plantão.', 26),
    (7, 'Gustavo Henrique Prado', null, '5511991230007', 'male', 'occasional', '7-classe', 'active', null, 21),
    (8, 'Maria Antonieta de Albuquerque Cavalcanti Vasconcelos de Bragança Lins', 'antonieta.lins@exemplo.com.br',
     '5511991230008', 'female', 'fixed', '6-classe', 'active', 'Joga em dupla com o Eduardo aos sábados.', 51),
    (9, 'Thiago Nakamura', 'thiago.nakamura@exemplo.com.br', '5511991230009', 'male', 'fixed', '2-classe', 'inactive',
     'Mudou para Curitiba. Volta nas férias.', 79),
    (10, 'Larissa Fontes', 'lari.fontes@exemplo.com.br', '5511991230010', 'female', 'fixed', '4-classe',
     'active', null, 63),
    (11, 'Pedro Sá', 'pedro.sa@exemplo.com.br', '5511991230011', 'male', 'fixed', '7-classe', 'active',
     'Treze anos. O responsável é o pai, Carlos.', 32),
    (12, 'Juliana Peixoto', 'ju.peixoto@exemplo.com.br', '5511991230012', 'female', 'fixed', '1-classe', 'active',
     'Duas vezes por semana até o torneio de verão.', 64),
    (13, 'Eduardo Farias', 'edu.farias@exemplo.com.br', '5511991230013', 'male', 'fixed', '5-classe', 'active',
     'Cuidado com o ombro direito.', 50),
    (14, 'Sofia Bittencourt', 'sofia.bittencourt@exemplo.com.br', '5511991230014', 'female', 'fixed', 'profissional',
     'active', 'Circuito profissional: calendário muda a cada semana.', 35),
    (15, 'Otávio Brandão', null, '5531991230015', 'male', 'occasional', '6-classe', 'active', null, 75),
    (16, 'Helena Ramos', 'helena.ramos@exemplo.com.br', '5511991230016', 'female', 'fixed', '7-classe', 'active',
     'Primeira vez na quadra. Indicação da Beatriz.', 1),
    (17, 'Renata Siqueira', 'renata.siqueira@exemplo.com.br', '5511991230017', 'female', 'fixed', '5-classe', 'active',
     'Avisa na véspera quando não vem.', 70),
    (18, 'Fábio Teixeira', 'fabio.teixeira@exemplo.com.br', '5511991230018', 'male', 'fixed', '6-classe', 'active',
     'Paga em duas vezes.', 45),
    (19, 'Clara Moretti', null, '5511991230019', 'female', 'occasional', '7-classe', 'active', null, 5)
  ) as student (n, name, email, phone, gender, type, classe, status, notes, since);

-- ---------- Packages --------------------------------------------------------------------------------------------
-- `bought` and `valid` are days: ago, and of validity. A negative `bought` starts in the future.
insert into public.packages
  (id, user_id, student_id, name, total_classes, price, purchase_date, payment_date, expiry_date, created_at)
select pg_temp.id('bac', student * 100 + row_number() over (partition by student order by bought desc)::integer),
       coach.id, pg_temp.id('57d', student),
       format('Pacote de %s %s', total, case total when 1 then 'aula' else 'aulas' end),
       total, price, pg_temp.day(bought), pg_temp.day(greatest(bought - paid, 0)), pg_temp.day(bought - valid),
       pg_temp.at(greatest(bought, 1), '12:30')
  from coach, (values
    (1, 66, 0, 8, 60, 880.00), (1, 10, 0, 12, 90, 1260.00),                         -- plenty left
    (2, 60, 2, 8, 60, 880.00), (2, 11, 0, 8, 60, 920.00),
    (3, 54, 0, 4, 30, 480.00), (3, 28, 1, 5, 45, 590.00),                           -- one left
    (4, 56, 0, 8, 60, 880.00),                                                      -- used up
    (5, 59, 3, 10, 47, 1100.00),                                                    -- expired with credits left
    (6, 24, 0, 1, 0, 130.00), (6, 3, 0, 1, 0, 130.00), (6, 0, 0, 1, 0, 130.00),     -- single lessons
    (8, 50, 0, 4, 30, 440.00), (8, 22, 0, 8, 60, 840.00),
    (9, 77, 0, 6, 60, 690.00),
    (10, 62, 0, 4, 30, 440.00), (10, 33, 1, 10, 60, 1050.00),
    (11, 31, 0, 8, 35, 840.00),                                                     -- about to expire
    (12, 62, 0, 24, 120, 2280.00),
    (13, 49, 0, 4, 30, 440.00), (13, 21, 5, 5, 45, 540.50),                         -- two left
    (14, 33, 0, 4, 30, 720.00), (14, -3, 0, 8, 60, 1400.00),                        -- paid, starts in three days
    (15, 73, 0, 6, 30, 660.00),                                                     -- expired long ago
    (16, 1, 0, 4, 30, 460.00),                                                      -- new, untouched
    (17, 66, 0, 8, 70, 880.00)                                                      -- see 'What does not go as planned'
  ) as package (student, bought, paid, total, valid, price);

-- ---------- The week ----------------------------------------------------------------------------------------------
-- A slot was answered `weeks` times, the last time `latest` days ago; one of a week ago or more has ended. Without
-- weeks it begins on that day: of yesterday one is not answered, one rained off, today and tomorrow have more to come.
update public.profiles set time_zone = 'America/Sao_Paulo' from coach where profiles.id = coach.id;
create temporary table slot as
  select * from (values
    (1, 1, 10, '07:00'::time, 60, 1, array[1]),
    (2, 2, 9, '18:30', 60, 1, array[2]),
    (3, 3, 8, '09:00', 60, 2, array[3]),
    (4, 5, 8, '17:00', 60, 1, array[4]),
    (5, 15, 7, '19:00', 60, 2, array[5]),
    (6, 4, 9, '08:00', 90, 1, array[10, 12]),
    (7, 6, 7, '10:00', 90, 2, array[8, 12, 13]),
    (8, 2, 5, '07:30', 60, 1, array[11]),
    (9, 40, 6, '20:00', 60, 1, array[9]),
    (10, 10, 4, '06:30', 60, 1, array[14]),
    (11, 50, 4, '16:00', 60, 2, array[15]),
    (12, 0, 0, '09:00', 60, 1, array[16, 19]),
    (13, 0, 0, '15:00', 60, 2, array[5]),
    (14, 0, 0, '19:30', 90, 1, array[17, 18]),
    (15, 1, 0, '18:00', 60, 1, array[13]),
    (16, 2, 0, '20:00', 60, 1, array[18]),
    (17, -1, 0, '11:30', 60, 1, array[]::integer[]),
    (18, -3, 0, '18:00', 60, 2, array[]::integer[])
  ) as slot (n, latest, weeks, hour, minutes, club, students);

insert into public.lesson_slots (id, user_id, weekday, start_time, minutes, club_id, starts_on, ends_on, created_at)
select pg_temp.id('5107', n), coach.id, extract(dow from pg_temp.day(latest)), hour, minutes, pg_temp.id('c10b', club),
       pg_temp.day(latest + 7 * greatest(weeks - 1, 0)), case when latest >= 7 then pg_temp.day(latest) end,
       pg_temp.at(greatest(latest + 7 * weeks, 0) + 1, '20:30')
  from coach, slot
union all
-- Camila comes when her shifts allow.
select pg_temp.id('5107', 19), coach.id, null, '16:00', 60, pg_temp.id('c10b', 2), pg_temp.day(-2), pg_temp.day(-2),
       pg_temp.at(1, '21:00') from coach;

update public.lesson_slots set time_since = created_at from coach where user_id = coach.id;

insert into public.lesson_slot_students (user_id, slot_id, student_id)
select coach.id, pg_temp.id('5107', n), pg_temp.id('57d', student) from coach, slot, unnest(students) as student
union all
select coach.id, pg_temp.id('5107', 19), pg_temp.id('57d', 6) from coach;

insert into public.slot_exceptions (user_id, slot_id, slot_date, reason, moved_to)
select coach.id, pg_temp.id('5107', 16), pg_temp.day(2), 'rain', null from coach
union all
select coach.id, pg_temp.id('5107', 6), pg_temp.day(-3), null, pg_temp.at(-4, '10:00') from coach;

-- ---------- Combinados, who read them, and who told ----------------------------------------------------------------
insert into public.agreements (user_id, version, starts_on, notice_hours, makeup_days, note, created_at)
select coach.id, 1, pg_temp.day(60), 24, 30, 'Chegue cinco minutos antes, com água e o tênis da quadra.',
       pg_temp.at(61, '20:00') from coach;
update public.profiles set agreements_written = 1 from coach where profiles.id = coach.id;

insert into public.agreement_confirmations (user_id, student_id, version, confirmed_at)
select coach.id, pg_temp.id('57d', student), 1, pg_temp.at(days_ago, hour)
  from coach, (values (1, 60, '08:12'::time), (2, 59, '21:40'), (10, 58, '12:05'), (12, 60, '19:31'), (13, 49, '22:17'),
                      (17, 57, '09:50')) as confirmed (student, days_ago, hour);

-- Renata in time for today, Eduardo too late for yesterday, Sofia comes; Fábio told the coach.
insert into public.lesson_replies
  (user_id, slot_id, slot_date, student_id, reply, replied_at, told_by, for_start, outcome, agreement_version)
select coach.id, pg_temp.id('5107', slot), pg_temp.day(lesson), pg_temp.id('57d', student), reply, replied_at, told_by,
       pg_temp.at(lesson, hour), outcome, case when outcome is not null then 1 end
  from coach, (values
    (14, 0, '19:30'::time, 17, 'not_coming', pg_temp.at(1, '18:05'), 'student', 'kept'),
    (15, 1, '18:00', 13, 'not_coming', pg_temp.at(1, '15:20'), 'student', 'late'),
    (10, -3, '06:30', 14, 'coming', pg_temp.at(1, '21:02'), 'student', null),
    (16, -5, '20:00', 18, 'not_coming', pg_temp.at(1, '21:30'), 'coach', 'kept'))
    as said (slot, lesson, hour, student, reply, replied_at, told_by, outcome);

-- Fábio's hour is offered to three; João Pedro took it, and one more could come.
insert into public.openings (user_id, id, slot_id, slot_date, for_start, places, closes_at, created_at)
select coach.id, pg_temp.id('0ffe4', 1), pg_temp.id('5107', 16), pg_temp.day(-5), pg_temp.at(-5, '20:00'), 2,
       pg_temp.at(-5, '18:00'), pg_temp.at(1, '21:35') from coach;
insert into public.opening_invites (user_id, opening_id, student_id, invited_at, taken_at)
select coach.id, pg_temp.id('0ffe4', 1), pg_temp.id('57d', student), pg_temp.at(1, '21:35'),
       case when takes then pg_temp.at(1, '22:10') end
  from coach, (values (3, false), (4, true), (11, false)) as asked (student, takes);
insert into public.occurrence_guests (user_id, slot_id, slot_date, student_id, source, for_start, created_at)
select coach.id, pg_temp.id('5107', 16), pg_temp.day(-5), pg_temp.id('57d', 4), 'opening', pg_temp.at(-5, '20:00'),
       pg_temp.at(1, '22:10') from coach;

-- ---------- Lessons ---------------------------------------------------------------------------------------------
-- They take the package that registering would have taken: oldest purchase, then earliest expiry, then id, among those
-- begun, not expired and not used up on that day.
create temporary table lesson as
  select row_number() over (order by days_ago desc, hour) as n, days_ago, hour, club, students, slot
    from (select latest + 7 * week as days_ago, hour, club, students, slot.n as slot
            from slot, generate_series(0, slot.weeks - 1) as week
          union all
          select * from (values
                   (24, '11:00'::time, 1, array[6], null::integer),
                   (20, '18:00', 1, array[7], null),
                   (12, '18:00', 1, array[2, 7], null),
                   (6, '18:00', 2, array[7], null),
                   (3, '11:00', 2, array[6], null),
                   (0, '00:00', 1, array[1, 2], null)
                 ) as single) as lessons;

do $$
declare
  coach   constant uuid := (select id from coach);
  tags    constant text[] := array['Técnica', 'Tática', 'Físico', 'Mental', 'Saque', 'Forehand', 'Backhand', 'Voleio',
                                   'Movimentação', 'Smash'];
  notes   constant text[] := array[
    'Entrou mais na quadra no segundo saque. Manter a bola na frente do corpo.',
    'Forehand cruzado muito consistente hoje. Próximo passo: mudar a direção na bola curta.',
    'Backhand ainda atrasa quando corre para o lado. Trabalhar o primeiro passo.',
    'Ótimo jogo de rede! Voleios firmes e bem posicionados.',
    'Perdeu a concentração no fim do set. Combinamos uma rotina entre os pontos.',
    'Subiu bem depois do saque. Falta fechar o ângulo no voleio.',
    'Boa leitura de jogo, escolheu melhor as bolas para acelerar.',
    'Cansou na segunda metade. Vamos incluir dez minutos de físico por aula.',
    'Smash com boa altura de contato; ajustar o apoio do pé de trás.',
    'Evoluiu muito na movimentação lateral. Parabéns pela dedicação!'];
  plans   constant text[] := array[
    'Aquecimento, cesto de forehand e jogo de pontos até 21.',
    'Saque e primeira bola. Terminamos com um set curto.',
    'Jogo de rede: voleio de aproximação e smash.',
    'Consistência de fundo: séries de vinte bolas cruzadas.',
    'Trabalho de devolução e leitura do saque do adversário.'];
  item    record;
  student integer;
  lesson_id uuid;
  student_id uuid;
  held_at timestamptz;
  noted_at timestamptz;
  package uuid;
begin
  for item in select * from lesson order by n loop
    lesson_id := pg_temp.id('1e550', item.n::integer);
    held_at := case when item.days_ago = 0
      then greatest(now() - interval '50 minutes', pg_temp.at(0, '00:00')) -- today's, whatever the hour
      else pg_temp.at(item.days_ago, item.hour) end;
    noted_at := least(held_at + interval '75 minutes', now());
    insert into public.sessions (id, user_id, date, day, teacher, notes, created_at, slot_id, slot_date)
    values (lesson_id, coach, held_at, pg_temp.day(item.days_ago), 'Ana Ribeiro',
            case when item.n % 3 = 0 then plans[1 + item.n % 5] end, noted_at,
            pg_temp.id('5107', item.slot), case when item.slot is not null then pg_temp.day(item.days_ago) end);

    foreach student in array item.students loop
      student_id := pg_temp.id('57d', student);
      select p.id into package from public.packages p
       where p.user_id = coach and p.student_id = pg_temp.id('57d', student) and p.remaining_classes > 0
         and pg_temp.day(item.days_ago) between p.purchase_date and p.expiry_date
       order by p.purchase_date, p.expiry_date, p.id limit 1;
      insert into public.session_package_assignments (user_id, session_id, student_id, package_id, assigned_at)
      values (coach, lesson_id, student_id, package, noted_at);
      -- Ratings rise slowly over the months, with ups and downs.
      insert into public.session_feedbacks (user_id, session_id, student_id, rating, notes, tags, club_id, created_at)
      values (coach, lesson_id, student_id,
              least(5, 3 + (item.n / 35) + (item.n * 7 + student * 3) % 2
                       - case when (item.n + student) % 9 = 0 then 1 else 0 end),
              case when (item.n + student) % 10 < 7 then notes[1 + (item.n * 3 + student) % 10] end,
              case when (item.n + student) % 8 = 0 then array[]::text[]
                   else array[tags[1 + (item.n + student) % 10], tags[1 + (item.n * 3 + student + 4) % 10]] end,
              pg_temp.id('c10b', item.club), noted_at);
    end loop;
  end loop;
end $$;

update public.session_feedbacks set tags = tags[1:1] where tags[1] = tags[2];

-- ---------- What does not go as planned -------------------------------------------------------------------------
-- Renata: a no-show, an excuse, rain, a lesson that she took elsewhere and a journey. Fábio: two lessons owed, settled
-- by a package that begins with the first lesson and is paid in part. Clara: one that has not begun and is not paid.
insert into public.sessions (id, user_id, date, day, teacher, notes, cancelled_reason, created_at)
select pg_temp.id('0dd', n), coach.id, pg_temp.at(days_ago, '17:30'), pg_temp.day(days_ago), 'Ana Ribeiro', notes,
       reason, pg_temp.at(days_ago, '18:45')
  from coach, (values
    (1, 44, null, null), (2, 40, null, null), (3, 37, null, null), (4, 33, null, null), (5, 30, null, null),
    (6, 23, 'Quadra alagada: remarcamos para a semana seguinte.', 'rain'),
    (7, 16, 'Set até seis, com tie-break.', null), (8, 9, null, null)) as lesson (n, days_ago, notes, reason);

insert into public.packages
  (id, user_id, student_id, name, total_classes, price, purchase_date, payment_date, validity_days, created_at)
select pg_temp.id('bac', student * 100 + 1), coach.id, pg_temp.id('57d', student), format('Pacote de %s aulas', total),
       total, price, pg_temp.day(bought), pg_temp.day(due), 60, pg_temp.at(bought, '12:30')
  from coach, (values (18, 26, 12, 8, 640.00), (19, 4, -3, 4, 420.00)) as package (student, bought, due, total, price);

insert into public.session_package_assignments (user_id, session_id, student_id, package_id, attendance, assigned_at)
select coach.id, pg_temp.id('0dd', lesson), pg_temp.id('57d', student),
       case when attendance in ('present', 'absent') then pg_temp.id('bac', student * 100 + 1) end, attendance,
       pg_temp.at(days_ago, '18:45')
  from coach, (values
    (1, 17, 'present', 44), (2, 18, 'present', 26), (3, 17, 'absent', 37), (4, 18, 'present', 26),
    (5, 17, 'excused', 30), (6, 17, 'cancelled', 23), (6, 18, 'cancelled', 23), (7, 17, 'present', 16),
    (7, 18, 'present', 16), (8, 18, 'absent', 9)
  ) as seat (lesson, student, attendance, days_ago);

insert into public.session_feedbacks
  (user_id, session_id, student_id, rating, notes, private_notes, tags, club_id, created_at)
select coach.id, pg_temp.id('0dd', lesson), pg_temp.id('57d', student), rating, notes, privately, tags,
       pg_temp.id('c10b', 1), pg_temp.at(days_ago, '18:45')
  from coach, (values
    (1, 17, 4, 'Subiu bem depois do saque. Falta fechar o ângulo no voleio.', null, array['Saque', 'Voleio'], 44),
    (2, 18, 3, null, null, array['Forehand'], 40),
    (7, 18, 5, 'Ótima leitura de jogo.', 'Trava quando o placar aperta: elogiar antes de corrigir.',
     array['Tática'], 16)
  ) as feedback (lesson, student, rating, notes, privately, tags, days_ago);

insert into public.package_extensions (id, user_id, student_id, package_id, days, reason, session_id, day, created_at)
select pg_temp.id('e47', n), coach.id, pg_temp.id('57d', student), pg_temp.id('bac', student * 100 + 1), days, reason,
       case when rained then pg_temp.id('0dd', 6) end, case when rained then pg_temp.day(23) end,
       pg_temp.at(days_ago, '19:00')
  from coach, (values (1, 17, 7, 'Chuva', true, 23), (2, 18, 7, 'Chuva', true, 23), (3, 17, 10, 'Viagem', false, 12))
    as extension (n, student, days, reason, rained, days_ago);

update public.packages set used_outside = 1 where id = pg_temp.id('bac', 1701);
update public.credit_ledger set reason = 'Aula na academia, fora do app'
 where package_id = pg_temp.id('bac', 1701) and kind = 'adjust';

-- ---------- Payments: the database has taken every package for paid on its day ------------------------------------
update public.payments p
   set method = (array['pix', 'pix', 'card', 'pix', 'cash', 'transfer'])[1 + right(p.package_id::text, 3)::integer % 6]
  from coach where p.user_id = coach.id;
-- Fábio owes the second half, Helena all since yesterday, Clara in three days. Otávio got something back.
delete from public.payments
 where package_id in (pg_temp.id('bac', 1601), pg_temp.id('bac', 1801), pg_temp.id('bac', 1901));
insert into public.payments (id, user_id, student_id, package_id, kind, amount, paid_on, method, note)
select pg_temp.id('9a1', n), coach.id, pg_temp.id('57d', student), pg_temp.id('bac', student * 100 + 1), kind, amount,
       pg_temp.day(days_ago), 'pix', note
  from coach, (values
    (1, 18, 'payment', 320, 26, 'Primeira metade'), (2, 15, 'refund', 110, 41, 'Mudou de horário: uma aula a menos'))
    as entry (n, student, kind, amount, days_ago, note);
update public.packages set price = 550 where id = pg_temp.id('bac', 1501);
update public.payments p set payer_name = 'Carlos Sá' from coach
 where p.user_id = coach.id and p.student_id = pg_temp.id('57d', 11);
-- Every month anew: Lucas and Larissa have done it once, Juliana has yet to.
update public.packages set renews_monthly = true
 where id in (pg_temp.id('bac', 201), pg_temp.id('bac', 202), pg_temp.id('bac', 1001), pg_temp.id('bac', 1002),
              pg_temp.id('bac', 1201));
update public.packages set renews = pg_temp.id('bac', 201) where id = pg_temp.id('bac', 202);
update public.packages set renews = pg_temp.id('bac', 1001) where id = pg_temp.id('bac', 1002);
update public.profiles
   set pix_type = 'email', pix_key = 'ana@voleio.test', pix_name = 'ANA RIBEIRO', pix_city = 'SAO PAULO',
       show_pix = true
  from coach where profiles.id = coach.id;

-- ---------- The ledger, in the order in which a coach would have written it ---------------------------------------
create temporary table line as
  select l.*, case l.kind
           when 'purchase' then p.created_at
           when 'adjust' then pg_temp.at(20, '10:00')
           else greatest(s.created_at, p.created_at + interval '1 minute') end as written_at
    from coach
    join public.credit_ledger l on l.user_id = coach.id
    join public.packages p on p.user_id = l.user_id and p.id = l.package_id
    left join public.sessions s on s.user_id = l.user_id and s.id = l.session_id;
delete from public.credit_ledger using coach where user_id = coach.id;
insert into public.credit_ledger
  (user_id, id, student_id, package_id, package_name, session_id, kind, delta, lesson_date, lesson_day, attendance,
   cancelled_reason, charged_as, told_at, told_for, told_by, told_outcome, agreement_version, reason, created_at,
   package_balance_after, balance_after)
select user_id, row_number() over (order by written_at, id), student_id, package_id, package_name, session_id, kind,
       delta, lesson_date, lesson_day, attendance, cancelled_reason, charged_as, told_at, told_for, told_by,
       told_outcome, agreement_version, reason, written_at,
       sum(delta) over (partition by student_id, package_id order by written_at, id),
       sum(delta) over (partition by student_id order by written_at, id)
  from line;

-- ---------- Alerts: what the app itself would hold today --------------------------------------------------------
insert into public.alerts
  (user_id, type, priority, student_id, session_id, student_name, message, facts, dedupe_key, created_at)
select a.user_id, 'unassigned_session', 'high', a.student_id, a.session_id, s.name,
       format('Aula de %s está sem pacote', pg_temp.br(l.day)), jsonb_build_object('day', l.day),
       format('unassigned_session:%s:%s', a.session_id, a.student_id), a.assigned_at
  from coach
  join public.session_package_assignments a on a.user_id = coach.id and a.charged and a.package_id is null
  join public.students s on s.id = a.student_id
  join public.sessions l on l.id = a.session_id;

insert into public.alerts
  (user_id, type, priority, student_id, package_id, student_name, message, facts, dedupe_key, created_at)
select p.user_id, kind.type, kind.priority, p.student_id, p.id, s.name,
       format('%s %s em %s com %s', p.name, kind.verb, pg_temp.br(p.expiry_date), pg_temp.credits(p.remaining_classes)),
       jsonb_build_object('package_name', p.name, 'expiry_date', p.expiry_date,
                          'remaining_classes', p.remaining_classes),
       format('%s:%s:%s', kind.type, p.id, p.expiry_date), now()
  from coach
  join public.packages p on p.user_id = coach.id and p.remaining_classes > 0
  join public.students s on s.id = p.student_id
  join (values ('expiring_package', 'medium', 'vence', 0, 7), ('expired_package', 'high', 'venceu', -30, -1))
    as kind (type, priority, verb, days_from, days_to)
    on p.expiry_date - pg_temp.day(0) between kind.days_from and kind.days_to;

insert into public.alerts
  (user_id, type, priority, student_id, package_id, student_name, message, facts, dedupe_key, created_at)
select p.user_id, 'payment_overdue', case when pg_temp.day(0) - p.payment_date >= 8 then 'high' else 'medium' end,
       p.student_id, p.id, s.name,
       format('%s: R$%s%s em aberto desde %s', p.name, chr(160), replace(p.open_amount::text, '.', ','),
              pg_temp.br(p.payment_date)),
       jsonb_build_object('package_name', p.name, 'due', p.payment_date, 'open', p.open_amount),
       format('payment_overdue:%s:%s', p.id, p.payment_date), now()
  from coach
  join public.packages p on p.user_id = coach.id and p.open_amount > 0 and p.payment_date < pg_temp.day(0)
  join public.students s on s.id = p.student_id;

-- Fábio was reminded the day before yesterday.
insert into public.notices (user_id, kind, student_id, cause, opened_at)
select a.user_id, a.type, a.student_id, a.dedupe_key, pg_temp.at(2, '20:10')
  from public.alerts a where a.type = 'payment_overdue' and a.student_id = pg_temp.id('57d', 18);

insert into public.alerts (user_id, type, priority, student_id, student_name, message, facts, dedupe_key, created_at)
select s.user_id, 'low_credits',
       case when c.usable > 0 then 'medium' when c.upcoming > 0 then 'low' else 'high' end, s.id, s.name,
       case when c.usable > 0 then 'Tem ' || pg_temp.credits(c.usable)
            else coalesce('Começa em ' || pg_temp.br(c.starts_on), 'Está sem créditos') end
              || case when c.expired + c.upcoming = 0 then ''
                      else format(' (há %s)', concat_ws(' e ',
                             case when c.expired > 0 then pg_temp.credits(c.expired) ||
                               case c.expired when 1 then ' vencido' else ' vencidos' end end,
                             case when c.upcoming > 0 then pg_temp.credits(c.upcoming) || ' a iniciar' end)) end,
       jsonb_build_object('usable', c.usable, 'expired', c.expired, 'upcoming', c.upcoming, 'starts_on', c.starts_on),
       'low_credits:' || s.id, now()
  from coach
  join public.students s on s.user_id = coach.id and s.status = 'active'
  cross join lateral (
    select count(*) as packages,
           coalesce(sum(p.remaining_classes) filter (
             where pg_temp.day(0) between p.purchase_date and coalesce(p.expiry_date, 'infinity')), 0)::integer
             as usable,
           coalesce(sum(p.remaining_classes) filter (where p.expiry_date < pg_temp.day(0)), 0)::integer as expired,
           coalesce(sum(p.remaining_classes) filter (where p.purchase_date > pg_temp.day(0)), 0)::integer as upcoming,
           min(p.purchase_date) filter (where p.purchase_date > pg_temp.day(0) and p.remaining_classes > 0) as starts_on
      from public.packages p where p.student_id = s.id) c
 where c.packages > 0 and c.usable <= 2;

drop table coach, slot, lesson, line;
drop function pg_temp.day, pg_temp.at, pg_temp.id, pg_temp.br, pg_temp.credits;
