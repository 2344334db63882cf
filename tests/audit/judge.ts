import type { Exception } from './exceptions.ts'

/** What `npm audit --json` answers, as far as it is read here. */
export interface AuditReport {
  vulnerabilities: Record<string, { nodes: string[]; via: (string | Advisory)[] }>
}

interface Advisory {
  name: string
  title: string
  /** Ends in the advisory's id. */
  url: string
  severity: string
  range: string
}

/** The packages of a lockfile by their place; `dev` for those that are not part of the product. */
export type LockedPackages = Record<string, { dev?: boolean }>

export interface Finding {
  advisory: string
  severity: string
  package: string
  title: string
  /** Part of what users and coaches run. */
  shipped: boolean
  verdict: 'fails' | 'excepted' | 'noted'
}

/** Whether something that npm printed is a report: without an answer from the registry it prints an error instead. */
export function isReport(printed: unknown): printed is AuditReport {
  return typeof printed === 'object' && printed !== null && 'vulnerabilities' in printed
}

/**
 * One finding per advisory: high and critical ones of packages that are shipped fail, unless an exception covers them
 * on that day ('YYYY-MM-DD'); everything else is noted.
 */
export function judge(
  report: AuditReport,
  locked: LockedPackages,
  exceptions: readonly Exception[],
  today: string,
): Finding[] {
  return Object.values(report.vulnerabilities).flatMap(({ nodes, via }) => {
    const shipped = nodes.some((place) => locked[place]?.dev !== true)
    return via.flatMap((cause) => {
      // A name says that another package of the report is the cause.
      if (typeof cause === 'string') return []
      const { name, title, url, severity } = cause
      const advisory = url.slice(url.lastIndexOf('/') + 1)
      const grave = severity === 'high' || severity === 'critical'
      const excepted = exceptions.some((known) => known.advisory === advisory && today <= known.until)
      const verdict = shipped && grave ? (excepted ? 'excepted' : 'fails') : 'noted'
      return [{ advisory, severity, package: name, title, shipped, verdict } as const]
    })
  })
}

/** Exceptions that nothing needs any more, or whose day has passed. */
export function stale(
  findings: readonly Finding[],
  exceptions: readonly Exception[],
  today: string,
): Exception[] {
  return exceptions.filter(
    ({ advisory, until }) => until < today || !findings.some((finding) => finding.advisory === advisory),
  )
}
