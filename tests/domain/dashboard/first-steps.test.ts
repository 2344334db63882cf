import { expect, test } from 'vitest'
import { mayShowSteps, nextStep, studentOf } from '@/dashboard/rules'

const NONE = { student: false, package: false, lesson: false, link: false }

const of = (name: string, total_credits: number, status: 'active' | 'inactive' = 'active') => ({
  name,
  total_credits,
  status,
})

test('the next step is the first that is not done', () => {
  expect(nextStep(NONE)).toBe('student')
  expect(nextStep({ ...NONE, student: true, lesson: true })).toBe('package')
  expect(nextStep({ student: true, package: true, lesson: true, link: false })).toBe('link')
  expect(nextStep({ student: true, package: true, lesson: true, link: true })).toBeNull()
})

test('a package is for the newest without credits, a lesson for the newest with, a link for the newest', () => {
  const newest = [of('Gone', 0, 'inactive'), of('Bia', 4), of('Caio', 0), of('Davi', 2)]
  expect(studentOf('package', newest)?.name).toBe('Caio')
  expect(studentOf('lesson', newest)?.name).toBe('Bia')
  expect(studentOf('link', newest)?.name).toBe('Bia')
  expect(studentOf('lesson', [of('Caio', 0)])?.name).toBe('Caio')
  expect(studentOf('lesson', [of('Gone', 0, 'inactive')])).toBeUndefined()
})

test('their place is kept while the figures of a new account load', () => {
  const now = new Date('2026-11-22T12:00:00Z')
  expect(mayShowSteps('2026-11-22T11:59:00Z', now)).toBe(true)
  expect(mayShowSteps('2026-10-01T00:00:00Z', now)).toBe(false)
  expect(mayShowSteps(undefined, now)).toBe(false)
})
