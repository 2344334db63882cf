import { act, renderHook, waitFor } from '@testing-library/react'
import { useForm } from 'react-hook-form'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { makeQueryClient } from '@/data/queries/query-client'
import { currentToast } from '@/lib/browser/toast'
import type { DraftShape } from '@/lib/storage/draft-shape'
import { readDraft, writeDraft } from '@/lib/storage/draft-store'
import { useDraft, useFormDraft, useEditDraft } from '@/ui/forms/use-draft'
import { makeDevice } from '../../services/device'
import { sharedBackend } from '../../support/backend'
import { providers } from '../../support/providers'

makeDevice(await sharedBackend()).use()

const KEY = 'nobody:thing'
const schema = z.object({ name: z.string().check(z.minLength(3)), tags: z.array(z.string()) })
type Thing = z.input<typeof schema>
const EMPTY: Thing = { name: '', tags: [] }
const FIRST: DraftShape<Thing> = { version: 1, schema }
const STORED = { name: 'Saved', tags: ['a'] }
const SEEN = { version: 3, name: 'Saved', club: null, parts: [{ id: 'x' }] }

const wrapper = providers(makeQueryClient)

/** Opens a form with this draft. Calling `leave` is like a reload. */
function visitWith<Draft extends Parameters<typeof useFormDraft<Thing>>[1] & { initial: Thing }>(
  useIt: () => Draft,
) {
  const { result, unmount: leave } = renderHook(
    () => {
      const draft = useIt()
      const form = useForm<Thing>({ defaultValues: draft.initial })
      useFormDraft(form, draft)
      return { draft, form }
    },
    { wrapper },
  )
  const type = (name: string) => act(() => result.current.form.setValue('name', name, { shouldDirty: true }))
  return { ...result.current, type, leave }
}
/** A form that creates something. */
const visit = (shape = FIRST) => visitWith(() => useDraft('thing', EMPTY, shape))
const visitEdit = (shape = FIRST) => visitWith(() => useEditDraft('thing', STORED, SEEN, shape))

test('what was typed comes back with the id of the intention', () => {
  const first = visit()
  const { id } = first.draft
  first.type('Ana')
  first.leave()
  const { draft } = visit()
  expect(draft).toMatchObject({ id, restored: true, initial: { name: 'Ana', tags: [] } })
  expect(readDraft(KEY)?.version).toBe(1)
})

test('a reload knows that this tab has sent it; a copy of the tab from before does not, nor the next row', () => {
  const first = visit()
  first.type('Ana')
  const copy = readDraft(KEY)!
  first.draft.keep({ name: 'Ana' }, true)
  first.leave()
  const reloaded = visit()
  expect(reloaded.draft).toMatchObject({ id: copy.id, sent: true })
  reloaded.draft.clear()
  expect(reloaded.draft.sent).toBe(false)
  reloaded.leave()
  writeDraft(KEY, copy)
  expect(visit().draft).toMatchObject({ id: copy.id, sent: false })
})

// Regression: what was typed was lost at a reload, without a word.
test('a draft that the browser cannot store is told once, and the form goes on', async () => {
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('No room', 'QuotaExceededError')
  })
  const { form, type } = visit()
  type('Ana')
  const told = currentToast()
  expect(told?.title).toBe('O rascunho não pôde ser guardado')
  type('Ana Maria')
  full.mockRestore()
  expect(currentToast()?.id).toBe(told?.id)
  expect(form.getValues('name')).toBe('Ana Maria')
})

test('what was undone does not come back; the id does, because it may have been sent', () => {
  const first = visit()
  const { id } = first.draft
  first.type('Ana')
  first.type('')
  first.leave()
  expect(visit().draft).toMatchObject({ id, restored: false, initial: EMPTY })
})

test('a restored text that is undone to what it was is that text', () => {
  const first = visit()
  first.type('Ana')
  first.leave()
  const second = visit()
  second.type('Ana Maria')
  second.type('Ana')
  second.leave()
  expect(visit().draft).toMatchObject({ restored: true, initial: { name: 'Ana', tags: [] } })
})

test('an edit that was undone does not come back', () => {
  const first = visitEdit()
  first.type('Other')
  first.type('Saved')
  first.leave()
  expect(visitEdit().draft).toMatchObject({ restored: false, initial: STORED })
})

test('a reset is nobody typing', () => {
  const { draft, form, type } = visit()
  type('Ana')
  act(() => {
    draft.clear()
    form.reset({ name: 'Fresh', tags: [] })
  })
  expect(readDraft(KEY)).toBeNull()
})

test('a half-typed draft is read; a field that was added takes its default', () => {
  writeDraft(KEY, { id: 'old', version: 1, values: { name: 'A' } })
  expect(visit().draft).toMatchObject({ id: 'old', restored: true, initial: { name: 'A', tags: [] } })
})

test.each<[string, unknown, DraftShape<Thing>]>([
  ['of an older version', { id: 'old', version: 1, values: STORED }, { version: 2, schema }],
  ['of a newer version', { id: 'old', version: 9, values: STORED }, FIRST],
  ['with other types', { id: 'old', version: 1, values: { name: 'Ana', tags: 'a' } }, FIRST],
  [
    'with other types within',
    { id: 'old', version: 1, values: { name: 'Ana', tags: [{ tag: 'a' }] } },
    FIRST,
  ],
  ['that is no object', { id: 'old', version: 1, values: 'Ana' }, FIRST],
])('a draft %s is set aside, and the coach is told', async (_what, stored, shape) => {
  sessionStorage.setItem(`voleio:draft:${KEY}`, JSON.stringify(stored))
  const { draft } = visit(shape)
  expect(draft).toMatchObject({ restored: false, initial: EMPTY })
  expect(draft.id).not.toBe('old')
  await waitFor(() => expect(currentToast()?.title).toBe('Um rascunho não pôde ser aberto'))
  // The draft is out of the way, but nothing of it is lost.
  expect(readDraft(KEY)).toBeNull()
  expect(Object.values(sessionStorage).join()).toContain('"id":"old"')
})

// Regression: it was copied before it was removed, so one of more than half of the room was lost.
test('a draft is set aside where there is no room for it twice', () => {
  writeDraft(KEY, { id: 'old', version: 9, values: STORED })
  const store = sessionStorage.setItem.bind(sessionStorage)
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation((...item) => {
    if (readDraft(KEY)) throw new DOMException('No room', 'QuotaExceededError')
    store(...item)
  })
  visit()
  full.mockRestore()
  expect(readDraft(KEY)).toBeNull()
  expect(readDraft(`${KEY}:v9`)).toMatchObject({ id: 'old', values: STORED })
})

test.each([
  ['values', { values: { name: 'Ana', tags: 7 }, seen: SEEN }],
  ['what was stored when the edit began', { values: STORED, seen: { ...SEEN, parts: [{ code: 'x' }] } }],
  ['what was stored, which is missing', { values: STORED }],
])('an edit is set aside when another release kept other %s', (_what, values) => {
  writeDraft(KEY, { id: 'old', version: 1, values })
  expect(visitEdit().draft).toMatchObject({ restored: false, initial: STORED, seen: SEEN })
})

test('an edit is read; a column that was added since is as it is stored now', () => {
  const { club: _added, ...before } = { ...SEEN, version: 2 }
  writeDraft(KEY, { id: 'old', version: 1, values: { values: { name: 'Ana', tags: ['b'] }, seen: before } })
  expect(visitEdit().draft).toMatchObject({
    restored: true,
    initial: { name: 'Ana', tags: ['b'] },
    seen: { ...SEEN, version: 2 },
  })
})
