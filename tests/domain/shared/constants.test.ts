import { expect, it } from 'vitest'
import {
  ALERT_RULES,
  CONFIRM_COUNTDOWN_SECONDS,
  CREDIT_TONES,
  DEFAULT_COUNTRY_CODE,
  DEFAULT_SPORT,
  DELAYS,
  FOCUS_TAGS,
  LENGTHS,
  PACKAGE_LIMITS,
  PAGE_SIZES,
  RATING,
  SHORT_ID_LENGTH,
  SPORTS,
  TAG_LIMITS,
} from '@/domain/shared/constants'

it('the lists hold these values, in this order', () => {
  expect(SPORTS).toEqual([
    'Tênis',
    'Padel',
    'Beach Tênis',
    'Pickleball',
    'Badminton',
    'Tênis de Mesa',
    'Outros',
  ])
  expect(FOCUS_TAGS).toEqual([
    'Técnica',
    'Tática',
    'Físico',
    'Mental',
    'Saque',
    'Forehand',
    'Backhand',
    'Voleio',
    'Movimentação',
    'Smash',
  ])
  expect([DEFAULT_COUNTRY_CODE, DEFAULT_SPORT]).toEqual(['+55', 'Tênis'])
})

it('the limits are these', () => {
  expect(PAGE_SIZES).toEqual({
    publicSessions: 10,
    publicLatestLessons: 3,
    profileLessons: 9,
    sessions: 5,
    dashboardStudents: 4,
    dashboardAlerts: 5,
  })
  expect(LENGTHS).toMatchObject({ passwordMin: 6, maskedPhone: 15, email: 255, studentNotes: 500 })
  expect(PACKAGE_LIMITS).toMatchObject({
    classesMin: 1,
    classesMax: 100,
    classesDefault: 4,
    validityMin: 1,
    validityMax: 365,
    validityDefault: 30,
    validitySingle: 0,
    priceMin: 0,
  })
  expect(RATING).toEqual({ min: 1, max: 5, newSession: 3, addedInEdit: 5 })
  expect(CREDIT_TONES).toEqual({ redUpTo: 2, yellowUpTo: 5 })
  expect(TAG_LIMITS).toEqual({ top: 5, profile: 2, sessionCard: 3 })
  expect([SHORT_ID_LENGTH, CONFIRM_COUNTDOWN_SECONDS]).toEqual([6, 5])
  expect(DELAYS).toMatchObject({ afterSave: 100, resetRedirect: 2000, recoverySession: 1000, toast: 5000 })
})

it('the limits of the alerts are these', () => {
  expect(ALERT_RULES).toEqual({
    lowCreditsUpTo: 2,
    expiringWithinDays: 7,
    expiredWithinDays: 30,
    overdueHighFromDay: 8,
  })
})
