import type {
  AlertPlan,
  CreditFacts,
  FeedbackInput,
  HeldAlert,
  PackageFacts,
  SessionPlan,
} from '@/domain/credits/plan-types'
import type { Instant, LocalDate, StudentStatus, Uuid } from '@/domain/shared/model'

/**
 * What database.md promises, small enough to be checked by eye: an assignment row that names a package is one used
 * credit, versions guard plans, operations happen once, alerts are held one per cause.
 */

interface StudentRow {
  id: Uuid
  name: string
  status: StudentStatus
  version: number
  hadPackage: boolean
}

interface PackageRow {
  id: Uuid
  studentId: Uuid
  total: number
  start: LocalDate
  expiry: LocalDate
}

interface SessionRow {
  id: Uuid
  date: Instant
  day: LocalDate
  teacher: string
  notes: string | null
  version: number
  assignments: Map<Uuid, { packageId: Uuid | null; manual: boolean }>
  feedbacks: Map<Uuid, FeedbackInput>
}

interface AlertRow extends HeldAlert {
  ended: boolean
}

function heldAlert({ ended: _ended, ...alert }: AlertRow): HeldAlert {
  return alert
}

export class Refused extends Error {}

export class MemoryDatabase {
  readonly students = new Map<Uuid, StudentRow>()
  readonly packages = new Map<Uuid, PackageRow>()
  readonly sessions = new Map<Uuid, SessionRow>()
  alerts: AlertRow[] = []
  hasClub = true
  readonly #operations = new Set<Uuid>()

  used(packageId: Uuid): number {
    return [...this.sessions.values()]
      .flatMap(({ assignments }) => [...assignments.values()])
      .filter((assignment) => assignment.packageId === packageId).length
  }

  remaining(pkg: PackageRow): number {
    return pkg.total - this.used(pkg.id)
  }

  credits(studentId: Uuid): number {
    return this.packagesOf(studentId).reduce((sum, pkg) => sum + this.remaining(pkg), 0)
  }

  packagesOf(studentId: Uuid): PackageRow[] {
    return [...this.packages.values()].filter((pkg) => pkg.studentId === studentId)
  }

  held(): AlertRow[] {
    return this.alerts.filter(({ ended }) => !ended)
  }

  touch(studentId: Uuid): void {
    const student = this.students.get(studentId)
    if (student) student.version += 1
  }

  facts(studentIds: readonly Uuid[] | null, sessionId: Uuid | null): CreditFacts {
    const session = sessionId === null ? undefined : this.sessions.get(sessionId)
    const ids = new Set(
      studentIds === null && sessionId === null
        ? this.students.keys()
        : [...(studentIds ?? []), ...(session?.assignments.keys() ?? [])],
    )
    const named = new Set([...(session?.assignments.values() ?? [])].map(({ packageId }) => packageId))
    const everything = studentIds === null && sessionId === null
    return {
      session: session
        ? {
            id: session.id,
            date: session.date,
            day: session.day,
            teacher: session.teacher,
            notes: session.notes,
            version: session.version,
            assignments: Array.from(session.assignments, ([student_id, { packageId, manual }]) => ({
              student_id,
              package_id: packageId,
              manually_assigned: manual,
            })),
            feedbacks: [...session.feedbacks.values()],
          }
        : null,
      students: [...this.students.values()]
        .filter(({ id }) => ids.has(id))
        .map((student) => ({
          id: student.id,
          name: student.name,
          status: student.status,
          credits_version: student.version,
          ever_had_package: student.hadPackage,
          packages: this.packagesOf(student.id)
            .filter((pkg) => this.remaining(pkg) > 0 || named.has(pkg.id))
            .map((pkg) => this.#packageFacts(pkg)),
        })),
      alerts: this.held()
        .filter(
          (alert) =>
            everything ||
            (alert.student_id !== null && ids.has(alert.student_id)) ||
            (alert.session_id !== null && alert.session_id === sessionId),
        )
        .map((alert) => heldAlert(alert)),
      has_club: this.hasClub,
      default_club_id: null,
    }
  }

  #packageFacts(pkg: PackageRow): PackageFacts {
    return {
      id: pkg.id,
      name: `Pacote de ${pkg.total} aulas`,
      total_classes: pkg.total,
      remaining_classes: this.remaining(pkg),
      purchase_date: pkg.start,
      expiry_date: pkg.expiry,
    }
  }

  /** 'done', or 'replayed' for an operation that happened before. Throws Refused and changes nothing. */
  apply(plan: SessionPlan): 'done' | 'replayed' {
    if (this.#operations.has(plan.op_id)) return 'replayed'
    const existing = this.sessions.get(plan.session.id)
    if (plan.op === 'create' && existing) throw new Refused('duplicate id')
    if (plan.op !== 'create' && !existing) {
      if (plan.op === 'delete') return 'replayed'
      throw new Refused('session_not_found')
    }
    if (existing && plan.expected_version !== existing.version) throw new Refused('stale_session')
    for (const { student_id, version } of plan.based_on) {
      const student = this.students.get(student_id)
      if (!student) throw new Refused('student_not_found')
      if (student.version !== version) throw new Refused('stale_credits')
    }
    const based = new Set(plan.based_on.map(({ student_id }) => student_id))
    for (const { student_id, package_id } of plan.assignments) {
      if (!based.has(student_id)) throw new Refused('bad_plan')
      if (package_id !== null && this.packages.get(package_id)?.studentId !== student_id) {
        throw new Refused('foreign key')
      }
    }
    this.#write(plan, existing)
    this.#operations.add(plan.op_id)
    return 'done'
  }

  #write(plan: SessionPlan, existing: SessionRow | undefined): void {
    if (plan.op === 'delete') {
      for (const [studentId, { packageId }] of existing?.assignments ?? []) {
        if (packageId !== null) this.touch(studentId)
      }
      this.sessions.delete(plan.session.id)
      this.alerts = this.alerts.filter(({ session_id }) => session_id !== plan.session.id)
    } else {
      const session: SessionRow = {
        id: plan.session.id,
        date: plan.session.date ?? existing?.date ?? '',
        day: plan.session.day ?? existing?.day ?? '',
        teacher: plan.session.teacher ?? existing?.teacher ?? '',
        notes: plan.session.notes === undefined ? (existing?.notes ?? null) : plan.session.notes,
        version: (existing?.version ?? 0) + 1,
        assignments: new Map(existing?.assignments),
        feedbacks: new Map(existing?.feedbacks),
      }
      for (const id of plan.remove_students) {
        if (session.assignments.get(id)?.packageId) this.touch(id)
        session.assignments.delete(id)
        session.feedbacks.delete(id)
      }
      for (const row of plan.assignments) {
        if (session.assignments.get(row.student_id)?.packageId !== row.package_id) this.touch(row.student_id)
        session.assignments.set(row.student_id, {
          packageId: row.package_id,
          manual: row.manually_assigned,
        })
      }
      for (const feedback of plan.feedbacks) {
        if (!session.assignments.has(feedback.student_id)) throw new Refused('foreign key')
        session.feedbacks.set(feedback.student_id, feedback)
      }
      this.sessions.set(session.id, session)
    }
    for (const pkg of this.packages.values()) {
      if (this.remaining(pkg) < 0) throw new Error('packages_used_within_total')
    }
    this.applyAlerts(plan.alerts)
  }

  applyAlerts({ raise, end }: AlertPlan): void {
    for (const alert of this.held()) {
      if (end.includes(alert.dedupe_key)) Object.assign(alert, { resolved: true, ended: true })
    }
    for (const { student_name: _name, ...draft } of raise) {
      const held = this.held().find(({ dedupe_key }) => dedupe_key === draft.dedupe_key)
      if (held) Object.assign(held, { priority: draft.priority, message: draft.message })
      else this.alerts.push({ ...draft, resolved: false, ended: false })
    }
  }

  deletePackage(id: Uuid): void {
    const pkg = this.packages.get(id)
    if (!pkg || this.used(id) > 0) throw new Refused('in use')
    this.packages.delete(id)
    this.alerts = this.alerts.filter(({ package_id }) => package_id !== id)
    this.touch(pkg.studentId)
  }

  deleteStudent(id: Uuid): void {
    for (const session of this.sessions.values()) {
      if (session.assignments.delete(id)) {
        session.feedbacks.delete(id)
        session.version += 1
        if (session.assignments.size === 0) {
          this.sessions.delete(session.id)
          this.alerts = this.alerts.filter(({ session_id }) => session_id !== session.id)
        }
      }
    }
    for (const pkg of this.packagesOf(id)) this.packages.delete(pkg.id)
    this.alerts = this.alerts.filter(({ student_id }) => student_id !== id)
    this.students.delete(id)
  }
}
