import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Uuid } from '@/domain/shared/model'

/** The one form that is open on the profile. */
export type OpenForm = { kind: 'personal' } | { kind: 'new-club' } | { kind: 'club'; id: Uuid }

const NAME = 'form'
const NAMES = { personal: 'dados', 'new-club': 'novo-clube', club: 'clube' } as const

/**
 * The open form lives in the address: a reload and a new login after an expired one bring the coach back to it (its
 * draft has the text).
 */
export function useOpenForm() {
  const [params, setParams] = useSearchParams()
  const openForm = useCallback(
    (form: OpenForm | null) =>
      setParams(
        (now) => {
          if (form) now.set(NAME, writeForm(form))
          else now.delete(NAME)
          return now
        },
        { replace: true },
      ),
    [setParams],
  )
  return { form: readForm(params.get(NAME) ?? ''), openForm }
}

function writeForm(form: OpenForm): string {
  return form.kind === 'club' ? `${NAMES.club}:${form.id}` : NAMES[form.kind]
}

/** What an address asks for; what it does not know is as if it were not there. */
function readForm(text: string): OpenForm | null {
  const [name, id] = text.split(':')
  if (name === NAMES.personal) return { kind: 'personal' }
  if (name === NAMES['new-club']) return { kind: 'new-club' }
  return name === NAMES.club && id ? { kind: 'club', id } : null
}
