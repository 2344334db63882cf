import { addDays, formatDate } from '@/core/dates'
import type { Agreement } from './rules'
import { COACH_AGREEMENT } from './screen-texts'

type Version = Pick<Agreement, 'version' | 'starts_on' | 'ends_on'>

const neverBegan = ({ starts_on: from, ends_on: to }: Version) => to !== null && to < from

/**
 * 'De 01/11/2026 a 30/11/2026': when a version was in force, for the coach; until it was taken down, or the next one of
 * all `versions` began.
 */
export function periodOf(version: Version, versions: readonly Version[]): string {
  const { starts_on: from, ends_on: to } = version
  if (neverBegan(version)) return COACH_AGREEMENT.neverInForce
  const [next] = versions
    .filter((each) => each.version > version.version && !neverBegan(each))
    .map(({ starts_on }) => starts_on)
    .toSorted()
  // It may have been replaced on the day on which it began.
  const until = next === undefined ? [] : [next > from ? addDays(next, -1) : from]
  const [last] = (to === null ? until : [to, ...until]).toSorted()
  return COACH_AGREEMENT.period(formatDate(from), last === undefined ? null : formatDate(last))
}
