/**
 * Every route (docs/product.md, 'Routes'): `path` for the router, `href(args)` for links. What the host answers with
 * which document is in site/documents.ts and site/public-pages-texts.ts; no other file spells a path.
 */

type Query = Record<string, string | boolean | undefined>

function withQuery(path: string, query: Query): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== false) search.set(key, String(value))
  }
  return search.size > 0 ? `${path}?${search.toString()}` : path
}

/** Returns malformed encoding, such as a lone '%', unchanged. */
export function decodeOr(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const fixed = <P extends string>(path: P) => ({ path, href: () => path }) as const

/** A screen that takes query parameters. */
const asked = <P extends string, Args extends unknown[]>(path: P, query: (...args: Args) => Query) =>
  ({ path, href: (...args: Args) => withQuery(path, query(...args)) }) as const

/** A screen that reloads its data when opened with refresh=true (docs/product.md, 'Refresh'). */
const refreshable = <P extends string>(path: P) =>
  asked(path, (args: { refresh?: boolean } = {}) => ({ refresh: args.refresh }))

/** A screen whose path contains an id. */
const about = <P extends string>(path: P) =>
  ({ path, href: ({ id }: { id: string }) => path.replace(':id', encodeURIComponent(id)) }) as const

/** Query parameter: id of the outbox entry that a form edits. */
export const PENDING = 'pendente'

/** Query parameters of the agenda: the day, the open form, and the student, lesson and time that fill the form in. */
export const AGENDA = { day: 'dia', form: 'form', student: 'aluno', session: 'aula', time: 'hora' } as const

/** Query parameters of a new session: the occurrence that fills the form in. */
export const SLOT = 'slot'
export const SLOT_DATE = 'date'
/** The occurrence's day now: it may have moved. */
export const SLOT_DAY = 'dia'
/** The students whose late 'Não vou' the coach excuses, joined by commas. */
export const EXCUSED = 'abonados'
/** Query parameter of a new session: the students who fill the form in, joined by commas. */
export const REPEAT = 'repeat'
/** Query parameter of a new session: its step. */
export const STEP = 'passo'

/** Query parameters of the history: first and last day. */
export const HISTORY = { start: 'de', end: 'ate' } as const

/** Query parameter of the history: opens 'Cancelar as aulas de hoje'. */
export const CANCEL_DAY = 'cancelar'

type AgendaArgs = {
  day?: string
  occurrence?: { slot_id: string; slot_date: string }
  slotFor?: { student?: string; session?: string }
}
type ProfileArgs = { id: string; refresh?: boolean; renew?: boolean; packages?: boolean; extend?: string }
type NewSessionArgs = {
  pending?: string
  slot?: { slotId: string; slotDate: string; day?: string; excused?: readonly string[] }
  repeat?: readonly string[]
}

export const paths = {
  home: fixed('/'),
  homePt: fixed('/pt'),
  homeEn: fixed('/eng'),
  testEn: fixed('/test-en'),
  testPt: fixed('/test-pt'),
  leadForm: fixed('/lead-form'),
  leadFormLanguage: {
    path: '/lead-form/:lang',
    href: ({ lang }: { lang: string }) => `/lead-form/${encodeURIComponent(lang)}`,
  },
  privacyPolicy: fixed('/privacy-policy'),
  publicStudent: {
    path: '/student-page/:id',
    href: ({ id }: { id: string }) => `/student-page/${encodeURIComponent(id)}`,
    /** The decoded id in the address of a public student page; null for any other address. */
    idIn: (pathname: string) => {
      const id = /^\/student-page\/([^/]+)\/?$/.exec(pathname)?.[1]
      return id === undefined ? null : decodeOr(id)
    },
  },
  /** The public page of a sample student. */
  sampleStudent: fixed('/exemplo'),
  login: asked('/app/login', (args: { tab?: 'login' | 'signup'; resend?: boolean } = {}) => ({ ...args })),
  authConfirm: fixed('/auth/confirm'),
  forgotPassword: fixed('/auth/forgot-password'),
  resetPassword: fixed('/auth/reset-password'),
  dashboard: refreshable('/app/dashboard'),
  /** `occurrence` opens that lesson; `slotFor` opens 'Novo horário', empty or for a student or from a session. */
  agenda: asked('/app/agenda', ({ day, occurrence, slotFor }: AgendaArgs = {}) => ({
    [AGENDA.day]: day,
    ...(occurrence && { [AGENDA.form]: `aula:${occurrence.slot_id}:${occurrence.slot_date}` }),
    ...(slotFor && {
      [AGENDA.form]: 'novo',
      [AGENDA.student]: slotFor.student,
      [AGENDA.session]: slotFor.session,
    }),
  })),
  alerts: fixed('/app/alerts'),
  students: refreshable('/app/students'),
  /** `pending` opens the form with that outbox entry. */
  newStudent: asked('/app/students/new', (args: { pending?: string } = {}) => ({ [PENDING]: args.pending })),
  importStudents: fixed('/app/students/import'),
  studentProfile: {
    path: '/app/students/:id',
    /** `renew` opens the dialog that sells the last package again, `extend` (an id) the one that extends a package. */
    href: ({ id, refresh, renew, packages, extend }: ProfileArgs) =>
      withQuery(`/app/students/${encodeURIComponent(id)}`, {
        refresh,
        ...(packages ? { tab: 'pacotes' } : {}),
        ...(renew ? { tab: 'pacotes', form: 'renovar' } : {}),
        ...(extend ? { tab: 'pacotes', form: `estender:${extend}` } : {}),
      }),
  },
  statement: about('/app/students/:id/statement'),
  sessions: asked('/app/sessions', ({ refresh, day }: { refresh?: boolean; day?: string } = {}) => ({
    refresh,
    [HISTORY.start]: day,
    [HISTORY.end]: day,
  })),
  /**
   * `pending` opens the form with that outbox entry; `slot` and `repeat` fill it in from an occurrence or with
   * students, at the second step.
   */
  newSession: asked('/app/sessions/new', ({ pending, slot, repeat }: NewSessionArgs = {}) => ({
    [PENDING]: pending,
    [SLOT]: slot?.slotId,
    [SLOT_DATE]: slot?.slotDate,
    [SLOT_DAY]: slot?.day,
    [EXCUSED]: slot?.excused?.join(',') || undefined,
    [REPEAT]: repeat?.join(','),
    [STEP]: slot || repeat ? '2' : undefined,
  })),
  /** `student` preselects a student; `asks` begins by asking for one. */
  newPackage: asked('/app/packages/new', ({ student, asks }: { student?: string; asks?: boolean } = {}) => ({
    student,
    escolher: asks ? '1' : undefined,
  })),
  /** `month` is 'YYYY-MM'. */
  finance: asked('/app/finance', ({ month }: { month?: string } = {}) => ({ mes: month })),
  receipt: about('/app/receipts/:id'),
  messages: fixed('/app/messages'),
  /** `form` opens a form; `tab` selects a tab. */
  profile: asked('/app/profile', (args: { form?: 'pix'; tab?: 'recebimento' } = {}) => ({ ...args })),
  outbox: fixed('/app/outbox'),
} as const
