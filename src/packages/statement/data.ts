import type { Instant, LocalDate, Uuid } from '@/core/model'
import type { Result } from '@/core/result'
import { read } from '@/data/calls'
import { PACKAGE_MESSAGES } from '../texts'
import type { StatementPage } from './rules'

/** Which lines of a student's statement to read. */
export interface StatementFilter {
  /** null: the lines of all packages. */
  packageId: Uuid | null
  /** Instants [since, until); null is open. */
  since: Instant | null
  until: Instant | null
}

/** Kept apart from `packages`, which every profile loads. */
export const statement = {
  /** A page of a student's statement, newest first, at constant cost: the lines before the one with the id `before`. */
  page: (
    studentId: Uuid,
    today: LocalDate,
    { packageId, since, until }: StatementFilter,
    before: number | null = null,
    pageSize = 30,
  ): Promise<Result<StatementPage>> =>
    read(PACKAGE_MESSAGES.service.statement, (client) =>
      client.rpc('get_credit_statement', {
        student_uuid: studentId,
        package_uuid: packageId,
        today,
        since,
        until,
        before,
        page_size: pageSize,
      }),
    ),
}
