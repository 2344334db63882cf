import { expect, it } from 'vitest'
import { paths } from '@/core/paths'

it('these are all routes', () => {
  expect(Object.values(paths).map(({ path }) => path)).toEqual([
    '/',
    '/pt',
    '/eng',
    '/test-en',
    '/test-pt',
    '/lead-form',
    '/lead-form/:lang',
    '/privacy-policy',
    '/student-page/:id',
    '/exemplo',
    '/app/login',
    '/auth/confirm',
    '/auth/forgot-password',
    '/auth/reset-password',
    '/app/dashboard',
    '/app/agenda',
    '/app/alerts',
    '/app/students',
    '/app/students/new',
    '/app/students/import',
    '/app/students/:id',
    '/app/students/:id/statement',
    '/app/sessions',
    '/app/sessions/new',
    '/app/packages/new',
    '/app/finance',
    '/app/receipts/:id',
    '/app/messages',
    '/app/profile',
    '/app/outbox',
  ])
})

it.each([
  [paths.login.href(), '/app/login'],
  [paths.login.href({ tab: 'login' }), '/app/login?tab=login'],
  [paths.login.href({ tab: 'signup', resend: true }), '/app/login?tab=signup&resend=true'],
  [paths.students.href({ refresh: true }), '/app/students?refresh=true'],
  [paths.students.href({ refresh: false }), '/app/students'],
  [paths.newStudent.href({ pending: 'p1' }), '/app/students/new?pendente=p1'],
  [paths.newSession.href(), '/app/sessions/new'],
  [
    paths.newSession.href({ slot: { slotId: 'h1', slotDate: '2026-11-20' } }),
    '/app/sessions/new?slot=h1&date=2026-11-20&passo=2',
  ],
  [paths.newSession.href({ repeat: ['s1', 's2'] }), '/app/sessions/new?repeat=s1%2Cs2&passo=2'],
  [paths.agenda.href(), '/app/agenda'],
  [paths.agenda.href({ day: '2026-11-20' }), '/app/agenda?dia=2026-11-20'],
  [paths.agenda.href({ slotFor: { student: 's1' } }), '/app/agenda?form=novo&aluno=s1'],
  [paths.agenda.href({ slotFor: { session: 'l1' } }), '/app/agenda?form=novo&aula=l1'],
  [paths.statement.href({ id: 'a b' }), '/app/students/a%20b/statement'],
  [paths.studentProfile.href({ id: 's1', renew: true }), '/app/students/s1?tab=pacotes&form=renovar'],
  [paths.studentProfile.href({ id: 'a b/c' }), '/app/students/a%20b%2Fc'],
  [paths.studentProfile.href({ id: 's1', refresh: true }), '/app/students/s1?refresh=true'],
  [paths.publicStudent.href({ id: 's1' }), '/student-page/s1'],
  [paths.newPackage.href({ student: 's1' }), '/app/packages/new?student=s1'],
  [paths.leadFormLanguage.href({ lang: 'pt' }), '/lead-form/pt'],
  [paths.sessions.href(), '/app/sessions'],
])('%s', (href, expected) => {
  expect(href).toBe(expected)
})

it.each([
  ['/student-page/s1', 's1'],
  ['/student-page/s1/', 's1'],
  ['/student-page/a%20b', 'a b'],
  ['/student-page/100%', '100%'],
  ['/student-page/', null],
  ['/student-page', null],
  ['/student-page/s1/more', null],
  ['/app/students/s1', null],
])('the student of %s is %s', (pathname, id) => {
  expect(paths.publicStudent.idIn(pathname)).toBe(id)
})
