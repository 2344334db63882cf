import { COMMON_MESSAGES } from '@/core/common-texts'
import type { Club, Uuid } from '@/core/model'
import { normalizePhone } from '@/core/phones'
import type { Created, Failure, Result } from '@/core/result'
import { mapped, read } from '@/data/calls'
import { table, type Seen } from '@/data/table'
import type { ClubValues } from './schema'
import { CLUB_MESSAGES as texts } from './texts'

const rows = table('clubs', 'club-not-found')

const toRow = (values: Partial<ClubValues>) => ({
  ...(values.name === undefined ? {} : { name: values.name.trim() }),
  ...(values.address === undefined ? {} : { address: values.address || null }),
  ...(values.phone === undefined ? {} : { phone: normalizePhone(values.phone) || null }),
  ...(values.isDefault === undefined ? {} : { is_default: values.isDefault }),
})

/**
 * Without a login the five calls about clubs say 'Not authenticated', in English, where all other calls say 'Não
 * autenticado'. The code is the same.
 */
async function inEnglish<Answer extends Result<unknown>>(call: Promise<Answer>): Promise<Answer | Failure> {
  const result = await call
  return result.success || result.code !== 'unauthenticated'
    ? result
    : { ...result, message: COMMON_MESSAGES.unauthenticatedError }
}

export const clubs = {
  /** The default first, then by name in Portuguese order. */
  list: (): Promise<Result<Club[]>> =>
    inEnglish(
      mapped(
        read(texts.loadFailed, (client, owner) =>
          client.from('clubs').select().eq('user_id', owner).order('id'),
        ),
        (all: Club[]) =>
          all.toSorted(
            (a, b) => Number(b.is_default) - Number(a.is_default) || a.name.localeCompare(b.name, 'pt-BR'),
          ),
      ),
    ),

  /** Creates a club under an id made by the client (`insertOnce`). */
  create: (id: Uuid, values: ClubValues, only?: Uuid): Promise<Created<Club>> => {
    const row = toRow(values)
    // The database makes a coach's first club the default, so a default that was not asked for is no difference.
    const { is_default: isDefault, ...others } = row
    const { saveFailed: failed, added: done, alreadyDeleted } = texts
    return inEnglish(
      rows.insertOnce(id, row, { failed, done, alreadyDeleted, only }, isDefault ? row : others),
    )
  },

  /** Changes these fields. With `seen`, a club that was edited since is left alone: failure 'overtaken'. */
  update: (id: Uuid, values: Partial<ClubValues>, seen?: Seen, only?: Uuid): Promise<Result<Club>> =>
    inEnglish(rows.update(id, toRow(values), { failed: texts.saveFailed, seen, only })),

  /** Makes a club the only default; the database clears the previous one in the same statement. */
  setDefault: (id: Uuid, only?: Uuid): Promise<Result<Club>> =>
    inEnglish(rows.update(id, { is_default: true }, { failed: texts.defaultFailed, only })),

  /** Deletes a club. Feedback keeps everything but the club. */
  remove: (id: Uuid, only?: Uuid): Promise<Result<null>> =>
    inEnglish(rows.remove(id, { failed: texts.removeFailed, only })),
}
