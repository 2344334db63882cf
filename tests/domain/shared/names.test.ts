import { expect, it } from 'vitest'
import { fileNamePart, initial, shortName, userDisplayName } from '@/core/names'

it.each([
  ['Marina Costa', 'Marina C.'],
  ['Marina', 'Marina'],
  ['  João   Pedro  Ávila ', 'João P. Á.'],
  ['Ana de Souza e Lima', 'Ana S. L.'],
  ['marina costa', 'marina C.'],
  ['Zé 🎾Tênis', 'Zé 🎾.'],
  ['Ana & Bia', 'Ana B.'],
  ['', ''],
])("'%s' on the public page is '%s'", (name, short) => {
  expect(shortName(name)).toBe(short)
})

it.each([
  ['ana', 'A'],
  [' Élio', 'É'],
  ['🎾', '🎾'],
  ['', '?'],
])("the avatar of '%s' shows '%s'", (name, letter) => {
  expect(initial(name)).toBe(letter)
})

it.each([
  ['the name of the metadata', { name: ' Ana Prado ' }, 'ana@voleio.test', 'Ana Prado'],
  ['else the email before the at-sign', { name: ' ' }, 'ana@voleio.test', 'ana'],
  ['else the email when the name is no text', { name: 7 }, 'ana@voleio.test', 'ana'],
  ['else Usuário', null, undefined, 'Usuário'],
])("the user's name comes from %s", (_, metadata, email, name) => {
  expect(userDisplayName(metadata, email)).toBe(name)
})

it.each([
  ['Marina Costa', 'marina-costa'],
  [' João d’Ávila ', 'joao-d-avila'],
  ['../../etc/passwd', 'etc-passwd'],
  ['🎾', ''],
  [`${'a'.repeat(39)} b`, 'a'.repeat(39)],
])("'%s' in a file's name is '%s'", (name, part) => {
  expect(fileNamePart(name)).toBe(part)
})
