import type { Instant, LocalDate, Uuid } from '@/domain/shared/model'
import type { Result } from '@/domain/shared/result'
import type { StatementPage } from '@/domain/statement/statement'
import { read } from '@/services/supabase/calls'
import { MESSAGES } from '@/texts/shared/messages'

const failed = MESSAGES.packages.service.statement

/** Which lines of a student's statement are asked for. */
export interface StatementFilter {
  /** null: of all packages. */
  packageId: Uuid | null
  /** Instants [since, until); null is open. */
  since: Instant | null
  until: Instant | null
}

export const statement = {
  /**
   * A page of a student's statement, newest first, at constant cost.
   *
   * @param before the id of the last line read so far; null for the newest lines.
   */
  page: (
    studentId: Uuid,
    today: LocalDate,
    { packageId, since, until }: StatementFilter,
    before: number | null = null,
    pageSize = 30,
  ): Promise<Result<StatementPage>> =>
    read(failed, (client) =>
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
