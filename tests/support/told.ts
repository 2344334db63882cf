/**
 * docs/product.md, 'Told is what happened': the effects that a write answers must be exactly the difference between the
 * coach's rows before and after it. The rows are read by plain SQL here, without any function of the database.
 */

type Row = Readonly<Record<string, unknown>>

/** One row of figures per 'kind key'. */
export type Figures = ReadonlyMap<string, Row>

type Sql = (query: string, values: string[]) => Promise<readonly { key: string; row: Row }[]>

const FIGURES = `
  select 'packages ' || p.id as key,
         jsonb_build_object('id', p.id, 'student_id', p.student_id, 'remaining_classes', p.remaining_classes,
           'expiry_date', p.expiry_date, 'extended_days', p.extended_days, 'price', p.price, 'paid_total', p.paid_total,
           'open_amount', p.open_amount, 'payment_date', p.payment_date) as row
    from public.packages p where p.user_id = $1
  union all
  select 'lessons ' || s.id,
         jsonb_build_object('id', s.id, 'date', extract(epoch from s.date), 'day', s.day,
           'cancelled_reason', s.cancelled_reason, 'slot_id', s.slot_id, 'slot_date', s.slot_date, 'version', s.version)
    from public.sessions s where s.user_id = $1
  union all
  select 'participants ' || a.session_id || ' ' || a.student_id,
         jsonb_build_object('session_id', a.session_id, 'student_id', a.student_id, 'attendance', a.attendance,
           'package_id', a.package_id, 'manually_assigned', a.manually_assigned,
           'told_at', extract(epoch from a.told_at), 'told_by', a.told_by, 'told_outcome', a.told_outcome)
    from public.session_package_assignments a where a.user_id = $1
  union all
  select 'feedbacks ' || f.session_id || ' ' || f.student_id,
         jsonb_build_object('session_id', f.session_id, 'student_id', f.student_id, 'rating', f.rating,
           'words', jsonb_build_array(f.notes, f.private_notes, f.tags, f.club_id))
    from public.session_feedbacks f where f.user_id = $1
  union all
  select 'skips ' || e.slot_id || ' ' || e.slot_date,
         jsonb_build_object('slot_id', e.slot_id, 'slot_date', e.slot_date, 'reason', e.reason,
           'moved_to', extract(epoch from e.moved_to), 'recess_id', e.recess_id)
    from public.slot_exceptions e where e.user_id = $1
  union all
  select 'payments ' || m.id,
         jsonb_build_object('id', m.id, 'package_id', m.package_id, 'student_id', m.student_id, 'kind', m.kind,
           'amount', m.amount, 'paid_on', m.paid_on)
    from public.payments m where m.user_id = $1
  union all
  select 'alerts ' || a.dedupe_key,
         jsonb_build_object('key', a.dedupe_key, 'type', a.type, 'student_id', a.student_id, 'session_id', a.session_id,
           'package_id', a.package_id)
    from public.alerts a where a.user_id = $1 and not a.ended
`

/** Reads every figure of a coach that a write may change. */
export const figuresOf = async (sql: Sql, coach: string): Promise<Figures> =>
  new Map((await sql(FIGURES, [coach])).map(({ key, row }) => [key, row]))

/** One row as text: instants as seconds, columns sorted. */
function canonical(row: unknown): string {
  if (typeof row !== 'object' || row === null) return 'nothing'
  const figures = Object.entries(row).filter(([column]) => column !== 'words')
  return figures
    .map(([column, value]: [string, unknown]) => {
      const isInstant = ['date', 'moved_to', 'told_at'].includes(column) && typeof value === 'string'
      return `${column} ${String(isInstant ? Date.parse(value) / 1000 : value)}`
    })
    .toSorted()
    .join(', ')
}

/** What happened: a line for each row that differs. */
export function differences(before: Figures, after: Figures): string[] {
  const keys = new Set([...before.keys(), ...after.keys()])
  return [...keys].flatMap((key) => {
    const [was, is] = [before.get(key), after.get(key)]
    if (JSON.stringify(was) === JSON.stringify(is)) return []
    return [`${key.split(' ')[0]}: ${canonical(was)} → ${canonical(is)}`]
  })
}

/** What the write told: a line for each change in `effects`. */
export function linesTold(effects: unknown): string[] {
  if (typeof effects !== 'object' || effects === null) return []
  return Object.entries(effects).flatMap(([kind, changes]: [string, unknown]) =>
    Array.isArray(changes)
      ? changes.map(
          (change: { before: unknown; after: unknown }) =>
            `${kind}: ${canonical(change.before)} → ${canonical(change.after)}`,
        )
      : [],
  )
}

/** The first line that was told but did not happen, or happened but was not told; null if both lists are the same. */
export function untrue(told: readonly string[], happened: readonly string[]): string | null {
  const invented = told.find((line) => !happened.includes(line))
  if (invented !== undefined) return `told, and did not happen: ${invented}`
  const untold = happened.find((line) => !told.includes(line))
  if (untold !== undefined) return `happened, and was not told: ${untold}`
  return told.length === happened.length ? null : `told twice: ${told.join('; ')}`
}

/**
 * Sends a write and compares the effects that it answers with what happened.
 *
 * @throws an Error with the first line that only one of the two has.
 */
export async function writeTold<Answer extends { replayed: boolean; effects?: unknown }>(
  sql: Sql,
  coach: string,
  write: () => Promise<Answer>,
): Promise<Answer> {
  const before = await figuresOf(sql, coach)
  const answer = await write()
  const happened = differences(before, await figuresOf(sql, coach))
  // The answer to a repeat tells what the first attempt did, and the repeat itself changes nothing.
  const wrong = untrue(answer.replayed ? [] : linesTold(answer.effects), happened)
  if (wrong !== null) throw new Error(wrong)
  return answer
}
