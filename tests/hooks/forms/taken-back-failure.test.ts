import { renderHook } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { failure, type Result } from '@/core/result'
import { currentToast, dismissToast, tellNews, toast } from '@/lib/browser/toast'
import { useAction } from '@/ui/forms/use-action'
import { readMore } from '@/ui/more-button'

/** What tells its failure in a toast and its success by what is on the screen ends with no toast of a failure. */

beforeEach(() => {
  const shown = currentToast()
  if (shown) dismissToast(shown.id)
})

const mark = () =>
  renderHook(() =>
    useAction(async (answer: Result<null>) => answer, { failed: 'Erro ao salvar', done: null }),
  ).result.current[0]
const NO = failure('network', 'Sem conexão')
const DONE = { success: true, data: null } as const

it('a press that succeeds without a toast takes the failure of the press before away', async () => {
  const press = mark()
  await press(NO)
  expect(currentToast()?.title).toBe('Erro ao salvar')
  await press(DONE)
  expect(currentToast()).toBeNull()
})

it('it takes away neither news nor the toast of a success', async () => {
  const press = mark()
  tellNews(() => toast({ title: 'Ocorreu um erro', tone: 'error' }))
  await press(DONE)
  expect(currentToast()?.title).toBe('Ocorreu um erro')
  toast({ title: 'Aula registrada' })
  await press(DONE)
  expect(currentToast()?.title).toBe('Aula registrada')
})

const page = (error: Error | null) => ({
  fetchNextPage: async () => ({ isFetchNextPageError: error !== null, hasNextPage: false, error }),
})

it('so does a next page that is there after all', async () => {
  await readMore(page(new Error('no')), 'Erro ao carregar mais')
  expect(currentToast()?.title).toBe('Erro ao carregar mais')
  await readMore(page(null), 'Erro ao carregar mais')
  expect(currentToast()).toBeNull()
})
