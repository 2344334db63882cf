import { toAuthFailure } from '@/account/auth-data'
import type { Uuid } from '@/core/model'
import type { Result } from '@/core/result'
import { failedWrite, mapped, readPatiently, write } from '@/data/calls'
import { success, unauthenticated } from '@/data/errors'
import { asOwner } from '@/data/owner'
import { retrySettings, send } from '@/data/retry'
import { connect, deviceFetch, type Client } from '@/data/supabase'
import { env } from '@/lib/settings/env'
import { memoryStorage } from '@/lib/storage/device-storage'
import { freeing, type Freeing } from '@/students/data'
import type { ExportedData, ExportDocument, StudentExportDocument } from './export.schema'
import type { AnonymizedStudent, ImportOutcome, RemovalChoice, RemovalPreview } from './rules'
import { RIGHTS_MESSAGES } from './texts'

const texts = RIGHTS_MESSAGES.service

/** Export, anonymisation, import and account closure (docs/product.md, 'Rights of the coach'). */
export const dataRights = {
  /** All data of the coach at one moment: after some years megabytes, hence the longer timeout. */
  exportMyData: (): Promise<Result<ExportDocument>> =>
    mapped(
      readPatiently(
        texts.export,
        (client) => client.rpc('export_my_data'),
        retrySettings.longRequestTimeoutMs,
      ),
      ({ format, version, exported_at, ...rows }) => ({
        format,
        version,
        exported_at,
        notice: RIGHTS_MESSAGES.notice,
        ...rows,
      }),
    ),

  /** All data of one student and of no other; private notes only if `withPrivateNotes`. */
  exportStudentData: (id: Uuid, withPrivateNotes = false): Promise<Result<StudentExportDocument>> =>
    readPatiently(texts.export, (client) =>
      client.rpc('export_student_data', { student_uuid: id, with_private_notes: withPrivateNotes }),
    ),

  /** Counts what deleting the student would remove, or anonymising would empty. */
  previewStudentRemoval: (id: Uuid): Promise<Result<RemovalPreview>> =>
    readPatiently(texts.preview, (client) => client.rpc('preview_student_removal', { student_uuid: id })),

  /** Anonymises a student for good; the figures stay. Idempotent. Answers counts, and which records keep the name. */
  anonymizeStudent: (
    id: Uuid,
    { eraseGroupNotes, replaceMentions = false }: RemovalChoice,
    only?: Uuid,
  ): Promise<Result<AnonymizedStudent & Freeing>> =>
    asOwner({ failed: texts.anonymize, only }, (mine, owner) =>
      freeing({ client: mine, owner, student: id, failed: texts.anonymize }, () =>
        write({ failed: texts.anonymize, done: texts.anonymized, only }, (client) =>
          client.rpc('anonymize_student', {
            student_uuid: id,
            erase_group_notes: eraseGroupNotes,
            replace_mentions: replaceMentions,
          }),
        ),
      ),
    ),

  /**
   * Imports an exported document into an empty account (no students, lessons, clubs, slots, recesses, agreements), all
   * or nothing. Else fails with 'account-not-empty'.
   *
   * @param opId of the file, and kept across retries.
   */
  importMyData: (exported: ExportDocument, opId: Uuid, only?: Uuid): Promise<Result<ImportOutcome>> => {
    const document = importable(exported)
    const { import: words } = RIGHTS_MESSAGES
    const special = {
      'account-not-empty': words.notEmpty,
      'balances-differ': words.balancesDiffer,
      'document-too-large': words.tooLarge,
      invalid: words.refused,
    }
    const limitMs = retrySettings.longRequestTimeoutMs
    return write({ failed: texts.import, done: texts.imported, special, only, limitMs }, (client) =>
      client.rpc('import_my_data', { document, op_id: opId }),
    )
  },

  /**
   * Closes the account for good. Verifies the password by a new login, because the database requires one that is
   * minutes old; a wrong one fails with 'wrong-password'. Leaves the device as it is: the caller signs out next. After
   * a lost answer (`unknown`) a repeat finds the account gone and succeeds.
   */
  closeAccount: (password: string, only?: Uuid): Promise<Result<null>> =>
    asOwner({ failed: texts.close, only }, async (client, owner) => {
      const { data } = await client.auth.getSession()
      const email = data.session?.user.email
      if (email === undefined) return unauthenticated()
      const login = await verifyPassword(email, password, owner)
      if (!login.success) {
        // If the account is gone already, its password is wrong too.
        const gone = login.code === 'wrong-password' && (await isGone(client))
        return gone ? success(null, texts.closed) : login
      }
      const sent = await send(() => login.data.rpc('delete_my_account'), retrySettings.longRequestTimeoutMs)
      const { response } = sent
      if (response.error === null) return success(null, texts.closed)
      // No account, or a revoked login: an earlier request closed the account.
      const turnedAway = response.status === 401 || response.status === 403
      if (turnedAway && (await isGone(client))) return success(null, texts.closed)
      return failedWrite(sent, texts.close)
    }),
}

/** A separate login, stored nowhere, that verifies the password. */
async function verifyPassword(email: string, password: string, owner: Uuid): Promise<Result<Client>> {
  const { client } = connect({
    url: env.supabaseUrl,
    anonKey: env.supabaseAnonKey,
    fetch: deviceFetch(),
    storage: memoryStorage(),
    autoRefreshToken: false,
  })
  const { data, error } = await client.auth.signInWithPassword({ email, password })
  if (error) return toAuthFailure(error, texts.close)
  return data.user.id === owner ? success(client) : unauthenticated()
}

async function isGone(client: Client): Promise<boolean> {
  const { error } = await client.auth.getUser()
  return error?.code === 'user_not_found'
}

/** The document without the parts that an import ignores. */
function importable(document: ExportDocument): ExportedData {
  const { notice: _, ...data } = document
  return { ...data, alerts: data.alerts.filter(({ ended }) => !ended) }
}
