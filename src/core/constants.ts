/** docs/product.md, 'Limits', with page sizes and delays. Times are in ms unless the name or a comment differs. */

export const SPORTS = [
  'Tênis',
  'Padel',
  'Beach Tênis',
  'Pickleball',
  'Badminton',
  'Tênis de Mesa',
  'Outros',
] as const
export type Sport = (typeof SPORTS)[number]
export const DEFAULT_SPORT = 'Tênis' satisfies Sport

export const FOCUS_TAGS = [
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
] as const
export const LEAD_COUNTRIES = [
  'Argentina',
  'Brazil',
  'Canada',
  'Italy',
  'Mexico',
  'Netherlands',
  'Portugal',
  'Singapore',
  'Spain',
  'USA',
  'Other',
] as const
export const LEAD_SPORTS = ['Padel', 'Tennis', 'Beach Tennis', 'Badminton', 'Squash', 'Table Tennis'] as const
export const LEAD_HEARD_FROM = ['twitter', 'reddit', 'friends', 'other'] as const

export const DEFAULT_COUNTRY_CODE = '+55'
/** Country codes of the sign-up form: the lead form's countries, Brazil first. */
export const COUNTRY_CODES = [
  { code: '+55', label: 'Brasil' },
  { code: '+54', label: 'Argentina' },
  { code: '+1', label: 'Canadá e EUA' },
  { code: '+34', label: 'Espanha' },
  { code: '+39', label: 'Itália' },
  { code: '+52', label: 'México' },
  { code: '+31', label: 'Países Baixos' },
  { code: '+351', label: 'Portugal' },
  { code: '+65', label: 'Singapura' },
] as const

export const PAGE_SIZES = {
  publicSessions: 10,
  publicLatestLessons: 3,
  profileLessons: 9,
  sessions: 5,
  dashboardStudents: 4,
  dashboardAlerts: 5,
} as const

export const BREAKPOINTS = { medium: 768, wide: 1024 } as const

/** Page size of the student picker for a window width in CSS pixels. */
export function studentPickerPageSize(width: number): 12 | 15 | 16 {
  if (width < BREAKPOINTS.medium) return 15
  return width < BREAKPOINTS.wide ? 12 : 16
}

export const LENGTHS = {
  studentNameMin: 2,
  studentName: 100,
  studentNotes: 500,
  email: 255,
  personName: 255,
  leadCountry: 60,
  leadHeardFrom: 120,
  /** Per sport; the column holds 400 characters. */
  leadSport: 100,
  clubName: 255,
  address: 300,
  lessonNotes: 2000,
  feedbackNotes: 2000,
  /** The reason of an adjustment of credits. */
  reason: 200,
  payerName: 100,
  paymentNote: 200,
  /** The coach's own text of one kind of message. */
  message: 1000,
  passwordMin: 6,
  /** bcrypt ignores further bytes, so the provider refuses longer passwords. */
  passwordMaxBytes: 72,
  maskedPhone: 15,
  /** The most that a PIX code holds. */
  pixName: 25,
  pixCity: 15,
} as const

/** The database stores no earlier and no later day. */
export const FIRST_DAY = '2000-01-01'
export const LAST_DAY = '2100-12-31'

export const PACKAGE_LIMITS = {
  classesMin: 1,
  classesMax: 100,
  classesDefault: 4,
  validityMin: 1,
  validityMax: 365,
  validityDefault: 30,
  /** A single-class package sold in the profile is valid on its start date only. */
  validitySingle: 0,
  priceMin: 0,
  /** The maximum of numeric(10,2). */
  priceMax: 99_999_999.99,
} as const

/** More lessons than a coach gives in a day: one page holds all of them. */
export const DAY_LESSONS = 50

/** In days, except `reason`. `soon`: with fewer days left, a returned credit would soon be of no use. */
export const EXTENSION = { min: 1, max: 365, default: 7, soon: 7, reason: 200 } as const

/** The day of the month on which monthly renewals are due; every month has these days. */
export const RENEWAL_DAY = { min: 1, max: 28 } as const

export const RATING = { min: 1, max: 5, newSession: 3, addedInEdit: 5 } as const

export const CREDIT_TONES = { redUpTo: 2, yellowUpTo: 5 } as const

export const ALERT_RULES = {
  lowCreditsUpTo: 2,
  expiringWithinDays: 7,
  expiredWithinDays: 30,
  /** From this many days on, a late payment is urgent. */
  overdueHighFromDay: 8,
} as const

export const TAG_LIMITS = { profile: 2, sessionCard: 3 } as const

const SHORT_ID_LENGTH = 6
export const LEAD_PHONE_MIN_DIGITS = { pt: 6, en: 7 } as const

export const CONFIRM_COUNTDOWN_SECONDS = 5

export const DELAYS = {
  carousel: 2500,
  afterSave: 100,
  resetRedirect: 2000,
  recoverySession: 1000,
  updateCheck: 30_000,
  toast: 5000,
  toastWithUndo: 10_000,
} as const

export const TOAST = { limit: 1, swipeDirection: 'right', swipeThreshold: 50, hotkey: 'F8' } as const

/** How far the date of a lesson may be ahead of the server's clock (docs/product.md, 'Date of a lesson'). */
export const CLOCK_TOLERANCE = 5 * 60_000

/** The last characters of an id, enough to tell two ids apart by eye. */
export const shortId = (id: string): string => id.slice(-SHORT_ID_LENGTH)

/** The router state with which the students list opens with its search focused. */
export const SEARCH_FIRST = 'search'
