import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
// Preload the screen: on a busy machine its first compilation takes longer than the first test's timeout.
import '@/site/lead-form/lead-form-page'
import { loseAnswers } from '../../services/device'
import { sharedBackend } from '../../support/backend'
import { gate } from '../../support/gate'
import { heldBack } from '../../support/network'
import { deadNetwork, fill, openScreen, type Screen } from '../../support/render'

const HOSTILE = '<script>alert(1)</script> 🎾 "O\'Neil" שלום'
const SENT = 'POST /rest/v1/racketleads'

const backend = await sharedBackend()
beforeEach(() => backend.sql('delete from public.racketleads'))

const leads = () =>
  backend.sql(
    'select name, email, phone, country, sports, heard_from, language from public.racketleads order by created_at',
  )
const field = (name: string | RegExp) => screen.getByRole('textbox', { name })
const choose = (name: string) => screen.getByRole('combobox', { name })
const submitButton = (name: string | RegExp = /^(Submit|Enviar)/) => screen.getByRole('button', { name })

type Options = Partial<Parameters<typeof openScreen>[1]>
async function openForm(path: string, name: string, options?: Options) {
  const opened = await openScreen(path, { backend, ...options })
  await screen.findByRole('heading', { level: 1, name })
  return opened
}
const english = (options?: Options) => openForm('/lead-form', 'Join the Voleio beta', options)
const portuguese = (options?: Options) => openForm('/lead-form/pt', 'Participe do beta do Voleio', options)

async function fillEnglish({ user }: Screen, name = 'Joe Hill') {
  fill(field('Name'), name)
  fill(field('Email'), 'Joe@Example.com')
  fill(field('Phone'), '12025550123')
  await user.selectOptions(choose('Country'), 'USA')
  await user.selectOptions(choose('How did you hear about us?'), 'Friends')
}

async function fillPortuguese({ user }: Screen) {
  fill(field('Nome'), 'Lia Prado')
  fill(field('Email'), 'lia@exemplo.com')
  fill(field('Telefone'), '11987654321')
  await user.selectOptions(choose('Como você conheceu o Voleio?'), 'Reddit')
}

describe('a lead', () => {
  it('in English is sent once, whatever was typed, thanked for, and the form is reset', async () => {
    const opened = await english()
    const { user, requests } = opened
    await fillEnglish(opened, HOSTILE)
    await user.click(screen.getByRole('checkbox', { name: 'Squash' }))
    await user.click(screen.getByRole('checkbox', { name: 'Padel' }))
    fill(field(/^Another sport/), '  Pickleball ')
    await user.dblClick(submitButton())

    const thanks = await screen.findByRole('dialog', { name: 'Thank you for your interest!' })
    expect(thanks).toHaveTextContent('Our team will email you access to the testing version.')
    expect(requests).toEqual([SENT])
    expect(await leads()).toEqual([
      {
        name: HOSTILE,
        email: 'joe@example.com',
        phone: '+12025550123',
        country: 'USA',
        sports: ['Padel', 'Squash', 'Pickleball'],
        heard_from: 'friends',
        language: 'en',
      },
    ])
    await user.click(within(thanks).getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(field('Name')).toHaveValue('')
    expect(field('Phone')).toHaveValue('')
    expect(choose('Country')).toHaveValue('')
    expect(screen.getByRole('checkbox', { name: 'Padel' })).not.toBeChecked()
    expect(screen.queryByText('Enter your name')).not.toBeInTheDocument()
  })

  it('in Portuguese is refused in Portuguese, has the country Brazil without asking, and is sent once', async () => {
    const answer = gate()
    const opened = await portuguese({ intercept: heldBack(/./, answer) })
    expect(screen.queryByRole('combobox', { name: 'País' })).not.toBeInTheDocument()
    await opened.user.click(submitButton())
    expect(field('Nome')).toHaveAccessibleDescription('Informe seu nome')
    expect(field('Telefone')).toHaveAccessibleDescription('Com DDD. Telefone é obrigatório')
    expect(screen.getAllByRole('alert').filter((alert) => alert.textContent !== '')).toHaveLength(4)

    await fillPortuguese(opened)
    await opened.user.click(submitButton())
    expect(submitButton('Enviando...')).toHaveAttribute('aria-disabled', 'true')
    await opened.user.click(submitButton('Enviando...'))
    answer.open()
    const thanks = await screen.findByRole('dialog', { name: 'Obrigado pelo seu interesse!' })
    expect(opened.requests).toEqual([SENT])
    expect(submitButton('Enviar')).toBeEnabled()
    expect(await leads()).toEqual([
      {
        name: 'Lia Prado',
        email: 'lia@exemplo.com',
        phone: '+5511987654321',
        country: 'Brazil',
        sports: [],
        heard_from: 'reddit',
        language: 'pt',
      },
    ])
    await opened.user.click(within(thanks).getByRole('button', { name: 'Fechar' }))
    expect(field('Nome')).toHaveValue('')
  })

  it('with a filled honeypot is thanked for and not sent', async () => {
    const opened = await english()
    await fillEnglish(opened)
    const honeypot = screen.getByLabelText('Website')
    expect(screen.queryByRole('textbox', { name: 'Website' })).not.toBeInTheDocument()
    expect(honeypot).toHaveAttribute('tabindex', '-1')
    expect(honeypot).toHaveAttribute('autocomplete', 'off')
    fill(honeypot, 'https://spam.example')
    await opened.user.click(submitButton())
    await screen.findByRole('dialog', { name: 'Thank you for your interest!' })
    expect(opened.requests).toEqual([])
    expect(await leads()).toEqual([])
    expect(honeypot).toHaveValue('')
  })
})

describe('a missing or invalid field', () => {
  it('has a message beside it, not before its blur; on sending the first one gets the focus', async () => {
    const { user, requests } = await english()
    await user.type(field('Email'), 'joe@')
    expect(field('Email')).not.toHaveAttribute('aria-invalid')
    await user.tab()
    expect(field('Email')).toHaveAccessibleDescription('Enter a valid email, such as name@example.com')
    await user.type(field('Phone'), '44 20')
    expect(field('Phone')).toHaveValue('+4420')
    await user.tab()
    expect(field('Phone')).toHaveAccessibleDescription(
      'With the country code, such as +1 for the USA. Enter + and the country code, then at least 7 digits in all',
    )

    for (const name of ['Email', 'Phone']) await user.clear(field(name))
    await user.click(submitButton())
    for (const [name, message] of [
      ['Name', 'Enter your name'],
      ['Email', 'Enter your email'],
      ['Phone', 'Enter your phone number'],
    ] as const) {
      expect(field(name)).toBeInvalid()
      expect(field(name)).toHaveAccessibleDescription(expect.stringContaining(message))
    }
    expect(choose('Country')).toHaveAccessibleDescription('Choose your country')
    expect(choose('How did you hear about us?')).toHaveAccessibleDescription('Choose how you heard about us')
    expect(field('Name')).toHaveFocus()
    await user.type(field('Name'), 'Jo')
    expect(field('Name')).toBeValid()
    expect(requests).toEqual([])
  })
})

it('a phone can be corrected in the middle: the caret stays', async () => {
  const { user } = await portuguese()
  await user.type(field('Telefone'), '1198765')
  const phone = screen.getByLabelText<HTMLInputElement>('Telefone')
  phone.setSelectionRange(5, 5)
  await user.keyboard('x22')
  expect(phone).toHaveValue('+55112298765')
  expect(phone.selectionStart).toBe(7)
})

describe('the language', () => {
  it.each(['/lead-form/en', '/lead-form/fr'])('at %s is English', async (path) => {
    await openScreen(path, { backend })
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Join the Voleio beta')
  })

  it('is switched by a link: text stays, the country is reset, messages are translated', async () => {
    const opened = await english()
    const { user } = opened
    await fillEnglish(opened)
    await user.clear(field('Name'))
    await user.tab()
    expect(field('Name')).toHaveAccessibleDescription('Enter your name')
    const link = screen.getByRole('link', { name: 'Português' })
    expect(link).toHaveAttribute('href', '/lead-form/pt')
    await user.click(link)

    expect(field('Nome')).toHaveAccessibleDescription('Informe seu nome')
    expect(field('Email')).toHaveValue('Joe@Example.com')
    expect(choose('Como você conheceu o Voleio?')).toHaveDisplayValue('Amigos')
    expect(window.location.pathname).toBe('/lead-form/pt')
    await waitFor(() => expect(document.documentElement).toHaveAttribute('lang', 'pt-BR'))
    expect(document.title).toContain('Participe do beta')

    await user.click(screen.getByRole('link', { name: 'English' }))
    expect(choose('Country')).toHaveValue('')
    expect(field('Email')).toHaveValue('Joe@Example.com')
    await waitFor(() => expect(document.documentElement).toHaveAttribute('lang', 'en'))
  })
})

/** A lead whose answer is lost. */
async function sentWithoutAnswer() {
  const opened = await english()
  await fillEnglish(opened)
  opened.intercept(loseAnswers(() => true))
  await opened.user.click(submitButton())
  await screen.findByText('There was an error submitting your form. Please try again.')
  return opened
}

describe('sending and failing', () => {
  it('a failure keeps everything and can be retried', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    const opened = await portuguese()
    await fillPortuguese(opened)
    opened.intercept(deadNetwork)
    await opened.user.click(submitButton())
    expect(await screen.findByText('Erro', { exact: true })).toBeVisible()
    const description = 'Houve um erro ao enviar seu formulário. Tente novamente.'
    expect(screen.getByText(description)).toBeVisible()
    expect(logged).toHaveBeenCalled()
    expect(field('Email')).not.toHaveValue('')
    opened.intercept(null)
    await opened.user.click(submitButton())
    await screen.findByRole('dialog')
    expect(screen.queryByText(description)).not.toBeInTheDocument()
    expect(await leads()).toHaveLength(1)
  })

  it('after a lost answer a retry stores it once, even after a reload', async () => {
    const opened = await sentWithoutAnswer()
    opened.unmount()

    const again = await english()
    await waitFor(() => expect(field('Name')).toHaveValue('Joe Hill'))
    await again.user.click(submitButton())
    await screen.findByRole('dialog', { name: 'Thank you for your interest!' })
    expect(await leads()).toHaveLength(1)
  })

  it('after a lost answer a correction is a separate lead', async () => {
    const opened = await sentWithoutAnswer()
    opened.intercept(null)
    await opened.user.type(field('Name'), ' Jr')
    await opened.user.click(submitButton())
    await screen.findByRole('dialog')
    expect(await leads()).toMatchObject([{ name: 'Joe Hill' }, { name: 'Joe Hill Jr' }])
  })
})

describe('what was typed', () => {
  it('is restored after a reload, also in the other language, and deleted once sent', async () => {
    const opened = await english()
    await fillEnglish(opened)
    await opened.user.click(screen.getByRole('checkbox', { name: 'Tennis' }))
    opened.unmount()

    const other = await portuguese()
    await waitFor(() => expect(field('Nome')).toHaveValue('Joe Hill'))
    expect(screen.getByRole('checkbox', { name: 'Tênis' })).toBeChecked()
    other.unmount()

    const back = await english()
    await waitFor(() => expect(field('Name')).toHaveValue('Joe Hill'))
    expect(choose('Country')).toHaveValue('')
    await back.user.selectOptions(choose('Country'), 'Canada')
    await back.user.click(submitButton())
    await screen.findByRole('dialog')
    expect(Object.keys(sessionStorage)).toEqual([])
    back.unmount()

    await english()
    expect(field('Name')).toHaveValue('')
  })

  it('by another version of the form is dropped', async () => {
    sessionStorage.setItem(
      'voleio:draft:lead',
      JSON.stringify({ id: 'x', version: 1, values: { name: 'Joe' } }),
    )
    await english()
    expect(field('Name')).toHaveValue('')
    expect(submitButton()).toBeEnabled()
  })
})
