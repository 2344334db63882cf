/**
 * Every route of the product (docs/product.md, 'Routes'): `path` for the router, `href(args)` for links. Nothing else spells a path.
 */

type Query = Record<string, string | boolean | undefined>

function withQuery(path: string, query: Query = {}): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== false) search.set(key, String(value))
  }
  return search.size > 0 ? `${path}?${search.toString()}` : path
}

/** A text that was never encoded, such as '%', stays as it is. */
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

/** A screen that reads again when it is opened with refresh=true. */
function refreshable<P extends string>(path: P) {
  return {
    path,
    href: (args: { refresh?: boolean } = {}) => withQuery(path, { refresh: args.refresh }),
  } as const
}

/** Names the entry of the outbox that a form edits. */
export const PENDING = 'pendente'

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
    /** The id in such an address, as the router would read it; null for any other address. */
    idIn: (pathname: string) => {
      const id = /^\/student-page\/([^/]+)\/?$/.exec(pathname)?.[1]
      return id === undefined ? null : decodeOr(id)
    },
  },
  login: {
    path: '/app/login',
    href: (args: { tab?: 'login' | 'signup'; resend?: boolean } = {}) =>
      withQuery('/app/login', { tab: args.tab, resend: args.resend }),
  },
  authConfirm: fixed('/auth/confirm'),
  forgotPassword: fixed('/auth/forgot-password'),
  resetPassword: fixed('/auth/reset-password'),
  dashboard: refreshable('/app/dashboard'),
  alerts: fixed('/app/alerts'),
  students: refreshable('/app/students'),
  newStudent: {
    path: '/app/students/new',
    /** With an entry of the outbox, the form opens with what waits there. */
    href: (args: { pending?: string } = {}) => withQuery('/app/students/new', { [PENDING]: args.pending }),
  },
  studentProfile: {
    path: '/app/students/:id',
    href: ({ id, refresh }: { id: string; refresh?: boolean }) =>
      withQuery(`/app/students/${encodeURIComponent(id)}`, { refresh }),
  },
  sessions: refreshable('/app/sessions'),
  newSession: {
    path: '/app/sessions/new',
    /** With an entry of the outbox, the form opens with what waits there. */
    href: (args: { pending?: string } = {}) => withQuery('/app/sessions/new', { [PENDING]: args.pending }),
  },
  newPackage: {
    path: '/app/packages/new',
    /** With a student, the form opens with that student selected. */
    href: (args: { student?: string } = {}) => withQuery('/app/packages/new', { student: args.student }),
  },
  profile: fixed('/app/profile'),
  /** What waits to be sent. */
  outbox: fixed('/app/outbox'),
} as const
