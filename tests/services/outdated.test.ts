import { expect, it, vi } from 'vitest'
import { toFailure } from '@/data/errors'

it.each([
  [
    'function',
    { code: 'PGRST202', message: 'Could not find the function public.apply_session_plan(plan)' },
    404,
  ],
  ['column', { code: 'PGRST204', message: "Could not find the 'nickname' column of 'students'" }, 400],
])('a %s that the database no longer knows asks for the newer version of the app', (_what, error, status) => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(toFailure({ status, error }, 'Erro ao criar sessão')).toMatchObject({
    code: 'outdated',
    message: 'Esta versão do app ficou antiga. Atualize o app para continuar.',
  })
})
