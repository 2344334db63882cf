-- A name may be one character ('O', '李'), and so may the name of a country that somebody types.
alter table public.racketleads drop constraint racketleads_name_check, drop constraint racketleads_country_check;
alter table public.racketleads
  add constraint racketleads_name_check check (btrim(name) <> '' and char_length(name) <= 255),
  add constraint racketleads_country_check check (btrim(country) <> '' and char_length(country) <= 60);
