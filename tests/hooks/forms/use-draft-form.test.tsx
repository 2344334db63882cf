import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useLayoutEffect, useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { useOwner } from '@/account/use-auth'
import { failure, type Failure, type Result } from '@/core/result'
import { makeQueryClient } from '@/data/queries/query-client'
import { currentToast } from '@/lib/browser/toast'
import { readDraft } from '@/lib/storage/draft-store'
import { useNewForm, useRowForm } from '@/ui/forms/use-draft-form'
import { makeDevice } from '../../services/device'
import { sharedBackend } from '../../support/backend'
import { gate } from '../../support/gate'
import { providers } from '../../support/providers'

const backend = await sharedBackend()
makeDevice(backend).use()

function Move() {
  const { form } = useNewForm({
    name: 'move',
    schema: z.object({ time: z.string() }),
    defaults: () => ({ time: '09:00' }),
    focus: 'time',
    create: () => Promise.reject(new Error('nothing is sent here')),
    done: '',
    failed: { title: '', description: '' },
    onDone: () => {},
    onCancel: () => {},
  })
  return <input aria-label="Hora" {...form.register('time')} />
}

/** Types as soon as the field is in the page. A lazily loaded form is there before its passive effects have run. */
function AtOnce() {
  useLayoutEffect(() => {
    fireEvent.input(screen.getByLabelText('Hora'), { target: { value: '19:00' } })
  }, [])
  return <Move />
}

test('what is typed before the effects of the form have run stays', async () => {
  await act(async () => render(<AtOnce />, { wrapper: providers(makeQueryClient) }))
  expect(screen.getByLabelText('Hora')).toHaveProperty('value', '19:00')
})

const ROW = { name: 'Ana', phone: '1', updated_at: 'first' }
const THEIRS = { ...ROW, phone: '2', updated_at: 'second' }
const sent = vi.fn<(values: { name: string; phone: string }) => Promise<Result<null>>>()

interface EditProps {
  read?: () => Promise<typeof ROW>
  send?: (values: { name: string; phone: string }, seen: object) => Promise<Result<null>>
  onClose?: () => void
}

function Edit({ read = async () => THEIRS, send = sent, onClose = () => {} }: EditProps) {
  const { form, frame } = useRowForm({
    name: 'row',
    schema: z.object({ name: z.string(), phone: z.string() }),
    focus: 'name',
    row: ROW,
    formOf: ({ name, phone }) => ({ name, phone }),
    read,
    tell: ({ name, phone }) => ({ name: ['Nome', name], phone: ['Telefone', phone] }) as const,
    send,
    done: 'Salvo',
    failed: { title: 'Erro', description: '' },
    onClose,
  })
  return (
    <form onSubmit={frame.onSubmit}>
      <input aria-label="Nome" {...form.register('name')} />
      <input aria-label="Telefone" {...form.register('phone')} />
      <button type="submit">Salvar</button>
      <button type="button" onClick={frame.onCancel}>
        Cancelar
      </button>
    </form>
  )
}

const Signed = () => useOwner() && <Edit />

const type = (label: string, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } })
const field = (label: string) => screen.queryByLabelText<HTMLInputElement>(label)?.value
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
const save = () => press('Salvar')

test('what came from another device is named, unless the coach has replaced it after a save that failed', async () => {
  render(<Edit />, { wrapper: providers(makeQueryClient) })
  sent
    .mockResolvedValueOnce(failure('overtaken', ''))
    .mockResolvedValueOnce(failure('network', ''))
    .mockResolvedValue({ success: true, data: null })
  type('Nome', 'Bia')
  await save()
  await waitFor(() => expect(screen.getByLabelText('Telefone')).toHaveProperty('value', '2'))
  expect(currentToast()).toMatchObject({ title: 'Erro' })
  type('Telefone', '3')
  await save()
  await waitFor(() =>
    expect(currentToast()).toEqual({ id: expect.any(Number), title: 'Salvo', tone: 'success' }),
  )
})

describe('what is typed while a save is under way', () => {
  const stored = { ...ROW, name: 'Bia', updated_at: 'second' }
  const read = vi.fn<() => Promise<typeof ROW>>()
  const send = vi.fn<(values: object, seen: object) => Promise<Result<null>>>()

  function Card() {
    const [isOpen, setOpen] = useState(true)
    if (isOpen) return <Edit read={read} send={send} onClose={() => setOpen(false)} />
    return (
      <button type="button" onClick={() => setOpen(true)}>
        Abrir
      </button>
    )
  }
  /** The name is saved, and `then` happens before the answer. */
  async function saving(then: () => unknown) {
    const reply = gate()
    read.mockReset().mockResolvedValue(stored)
    send.mockReset().mockResolvedValue({ success: true, data: null })
    send.mockImplementationOnce(async () => {
      await reply.passed
      return { success: true, data: null }
    })
    render(<Card />, { wrapper: providers(makeQueryClient) })
    type('Nome', 'Bia')
    await save()
    await then()
    await act(async () => reply.open())
    expect(currentToast()).toMatchObject({ title: 'Salvo' })
  }

  // Regression: the form closed, and what was typed while 'Salvando...' was shown went with it.
  test('stays, and is saved over what that save stored', async () => {
    await saving(() => type('Telefone', '12'))
    expect(field('Telefone')).toBe('12')
    await save()
    expect(field('Telefone')).toBeUndefined()
    expect(send).toHaveBeenLastCalledWith({ name: 'Bia', phone: '12' }, stored)
  })

  // Regression: the row could not be read after the save, which the next press called a change of another device.
  test('is saved next although what was stored could not be read', async () => {
    await saving(() => {
      read.mockResolvedValueOnce(ROW)
      type('Telefone', '12')
    })
    send.mockResolvedValueOnce(failure('overtaken', ''))
    await save()
    expect(field('Telefone')).toBeUndefined()
    expect(send).toHaveBeenLastCalledWith({ name: 'Bia', phone: '12' }, stored)
  })

  // Regression: the form stayed open for what was as it had been saved.
  test('and typed back leaves nothing to save, and the answer closes the form', async () => {
    await saving(() => {
      type('Nome', 'Bia C')
      type('Nome', 'Bia')
    })
    expect(field('Nome')).toBeUndefined()
  })

  // Regression: it came back as a draft.
  test('is gone once the form is cancelled', async () => {
    await saving(() => {
      type('Nome', 'Caio')
      return press('Cancelar')
    })
    await press('Abrir')
    expect(field('Nome')).toBe('Ana')
  })

  // Regression: the answer closed the form that was opened again, and took it along.
  test('stays where the form was cancelled and opened again', async () => {
    await saving(async () => {
      await press('Cancelar')
      await press('Abrir')
      type('Telefone', '12')
    })
    expect(field('Telefone')).toBe('12')
    send.mockResolvedValueOnce(failure('overtaken', ''))
    await save()
    expect(send).toHaveBeenLastCalledWith({ name: 'Bia', phone: '12' }, stored)
    expect(field('Telefone')).toBeUndefined()
  })
})

test('a field that is left while a save is under way does not keep the form open', async () => {
  const onClose = vi.fn<() => void>()
  const reply = gate()
  const send = async (): Promise<Result<null>> => {
    await reply.passed
    return { success: true, data: null }
  }
  render(<Edit send={send} onClose={onClose} />, { wrapper: providers(makeQueryClient) })
  type('Nome', 'Bia')
  await save()
  await act(async () => fireEvent.blur(screen.getByLabelText('Nome')))
  await act(async () => reply.open())
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})

let answer: (failed: Failure) => void
const answered = () => new Promise<Failure>((resolve) => (answer = resolve))

function Add({ onCancel }: { onCancel: () => void }) {
  const { form, frame } = useNewForm({
    name: 'add',
    schema: z.object({ name: z.string() }),
    defaults: () => ({ name: '' }),
    focus: 'name',
    create: answered,
    done: '',
    failed: 'Erro',
    onDone: () => {},
    onCancel,
  })
  return (
    <form onSubmit={frame.onSubmit}>
      <input aria-label="Nome" {...form.register('name')} />
      <button type="submit">Criar</button>
      <button type="button" onClick={frame.onCancel}>
        Cancelar
      </button>
    </form>
  )
}

function Twice() {
  const [opened, setOpened] = useState(1)
  return <Add key={opened} onCancel={() => setOpened(opened + 1)} />
}

// Regression: the draft of what was typed next was what had been cancelled.
test('a refusal that comes after the form was cancelled and opened again leaves what is typed there', async () => {
  render(<Twice />, { wrapper: providers(makeQueryClient) })
  type('Nome', 'Ana')
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Criar' })))
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Cancelar' })))
  type('Nome', 'Bia')
  await act(async () => answer(failure('already-deleted', '')))
  expect(readDraft('nobody:add')).toMatchObject({ values: { name: 'Bia' } })
})

test('what one coach sent without an answer is not taken for what another one sent', async () => {
  const device = makeDevice(backend).use()
  const open = async () => {
    await device.signIn(await backend.coach())
    const opened = render(<Signed />, { wrapper: providers(makeQueryClient) })
    await screen.findByLabelText('Nome')
    return opened
  }
  const first = await open()
  sent.mockResolvedValueOnce(failure('network', ''))
  type('Telefone', '2')
  await save()
  first.unmount()
  await open()
  sent.mockResolvedValueOnce(failure('overtaken', '')).mockResolvedValueOnce({ success: true, data: null })
  type('Nome', 'Bia')
  await save()
  await waitFor(() => expect(currentToast()).toMatchObject({ description: 'De outro aparelho: Telefone: 2' }))
})
