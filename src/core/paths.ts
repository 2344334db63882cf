/**
 * Every route (docs/product.md, 'Routes'): `path` for the router, `href(args)` for links. Nothing else spells a path.
 */

type Query = Record<string, string | boolean | undefined>

function withQuery(path: string, query: Query = {}): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== false) search.set(key, String(value))
  }
  return search.size > 0 ? `${path}?${search.toString()}` : path
}

/** Malformed encoding, such as a lone '%', is returned as it is. */
function decodeOr(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function fixed<P extends string>(path: P) {
  return { path, href: () => path } as const
}

/** A screen that reloads its data when opened with refresh=true (docs/product.md, 'Refresh'). */
function refreshable<P extends string>(path: P) {
  return {
    path,
    href: (args: { refresh?: boolean } = {}) => withQuery(path, { refresh: args.refresh }),
  } as const
}

/** Query parameter: id of the outbox entry that a form edits. */
export const PENDING = 'pendente'

/** Query parameters of the agenda: the day, the form that is open, and whom, what or when it is filled in with. */
export const AGENDA = { day: 'dia', form: 'form', student: 'aluno', session: 'aula', time: 'hora' } as const

/** Query parameters of a new session: a planned lesson that fills the form in. */
export const SLOT = 'slot'
export const SLOT_DATE = 'date'
/** The day on which that lesson is now: it may have moved. */
export const SLOT_DAY = 'dia'
/** Query parameter of a new session: students who fill the form in, joined by commas. */
export const REPEAT = 'repeat'
/** Query parameter of a new session: its step. */
export const STEP = 'passo'

/** Query parameters of the history: the first and last day. */
export const HISTORY = { start: 'de', end: 'ate' } as const

/** Query parameter of the history: opens 'Cancelar as aulas de hoje'. */
export const CANCEL_DAY = 'cancelar'

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
  /** A public student page of nobody. */
  sampleStudent: fixed('/exemplo'),
  login: {
    path: '/app/login',
    href: (args: { tab?: 'login' | 'signup'; resend?: boolean } = {}) =>
      withQuery('/app/login', { tab: args.tab, resend: args.resend }),
  },
  authConfirm: fixed('/auth/confirm'),
  forgotPassword: fixed('/auth/forgot-password'),
  resetPassword: fixed('/auth/reset-password'),
  dashboard: refreshable('/app/dashboard'),
  agenda: {
    path: '/app/agenda',
    /** `occurrence` opens that lesson, `slotFor` 'Novo horário', empty or filled in for a student or from a session. */
    href: (
      args: {
        day?: string
        occurrence?: { slot_id: string; slot_date: string }
        slotFor?: { student?: string; session?: string }
      } = {},
    ) =>
      withQuery('/app/agenda', {
        [AGENDA.day]: args.day,
        ...(args.occurrence && {
          [AGENDA.form]: `aula:${args.occurrence.slot_id}:${args.occurrence.slot_date}`,
        }),
        ...(args.slotFor && {
          [AGENDA.form]: 'novo',
          [AGENDA.student]: args.slotFor.student,
          [AGENDA.session]: args.slotFor.session,
        }),
      }),
  },
  alerts: fixed('/app/alerts'),
  students: refreshable('/app/students'),
  newStudent: {
    path: '/app/students/new',
    /** `pending` opens the form with that outbox entry. */
    href: (args: { pending?: string } = {}) => withQuery('/app/students/new', { [PENDING]: args.pending }),
  },
  importStudents: fixed('/app/students/import'),
  studentProfile: {
    path: '/app/students/:id',
    /** `renew` opens the dialog that sells the last package once more, `extend` the one of a package's validity. */
    href: ({
      id,
      refresh,
      renew,
      packages,
      extend,
    }: {
      id: string
      refresh?: boolean
      renew?: boolean
      packages?: boolean
      extend?: string
    }) =>
      withQuery(`/app/students/${encodeURIComponent(id)}`, {
        refresh,
        ...(packages ? { tab: 'pacotes' } : {}),
        ...(renew ? { tab: 'pacotes', form: 'renovar' } : {}),
        ...(extend ? { tab: 'pacotes', form: `estender:${extend}` } : {}),
      }),
  },
  statement: {
    path: '/app/students/:id/statement',
    href: ({ id }: { id: string }) => `/app/students/${encodeURIComponent(id)}/statement`,
  },
  sessions: {
    path: '/app/sessions',
    href: (args: { refresh?: boolean; day?: string } = {}) =>
      withQuery('/app/sessions', {
        refresh: args.refresh,
        [HISTORY.start]: args.day,
        [HISTORY.end]: args.day,
      }),
  },
  newSession: {
    path: '/app/sessions/new',
    /**
     * `pending` opens the form with that outbox entry; `slot` with a planned lesson and `repeat` with these students, at
     * the second step.
     */
    href: (
      args: {
        pending?: string
        slot?: { slotId: string; slotDate: string; day?: string }
        repeat?: readonly string[]
      } = {},
    ) =>
      withQuery('/app/sessions/new', {
        [PENDING]: args.pending,
        [SLOT]: args.slot?.slotId,
        [SLOT_DATE]: args.slot?.slotDate,
        [SLOT_DAY]: args.slot?.day,
        [REPEAT]: args.repeat?.join(','),
        [STEP]: args.slot || args.repeat ? '2' : undefined,
      }),
  },
  newPackage: {
    path: '/app/packages/new',
    /** `student` preselects one; `asks` begins by asking for one. */
    href: (args: { student?: string; asks?: boolean } = {}) =>
      withQuery('/app/packages/new', { student: args.student, escolher: args.asks ? '1' : undefined }),
  },
  finance: {
    path: '/app/finance',
    /** `month` is 'YYYY-MM'. */
    href: (args: { month?: string } = {}) => withQuery('/app/finance', { mes: args.month }),
  },
  receipt: {
    path: '/app/receipts/:id',
    href: ({ id }: { id: string }) => `/app/receipts/${encodeURIComponent(id)}`,
  },
  messages: fixed('/app/messages'),
  profile: {
    path: '/app/profile',
    /** `form` opens that form, `tab` shows that tab. */
    href: (args: { form?: 'pix'; tab?: 'recebimento' } = {}) => withQuery('/app/profile', { ...args }),
  },
  outbox: fixed('/app/outbox'),
} as const
