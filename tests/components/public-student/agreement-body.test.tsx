import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { AgreementText } from '@/agreement/agreement-text'
import { AgreementBody } from '@/agreement/student-agreement-body'

const agreement = {
  version: 1,
  starts_on: '2026-09-30',
  notice_hours: 24,
  makeup_days: 30,
  note: null,
  confirmed_at: null,
  next: null,
}

it("says on the page, which has no toasts, that 'Li os combinados' was not sent", async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  render(<AgreementBody agreement={agreement} rainDays={0} link="link" zone="America/Sao_Paulo" />)
  await userEvent.click(screen.getByRole('button', { name: 'Li os combinados' }))
  expect(await screen.findByText(/^Não foi possível confirmar\. Sem conexão\./)).toBeVisible()
  vi.unstubAllGlobals()
})

it('the version that begins later can be confirmed too, alone and below the one of today', async () => {
  const next = { ...agreement, version: 2, starts_on: '2026-12-07' }
  const asked: unknown[] = []
  vi.stubGlobal('fetch', (_: string, init: { body: string }) => {
    asked.push(JSON.parse(init.body))
    return Promise.resolve(Response.json({ success: true, confirmed_at: '2026-11-29T12:00:00Z' }))
  })
  const none = {
    version: null,
    starts_on: null,
    notice_hours: null,
    makeup_days: null,
    note: null,
    confirmed_at: null,
  }
  const rest = { rainDays: 0, link: 'link', zone: 'America/Sao_Paulo' }
  const page = render(<AgreementBody agreement={{ ...none, next }} {...rest} />)
  await userEvent.click(screen.getByRole('button', { name: 'Li os combinados' }))
  expect(await screen.findByText('Confirmado em 29/11/2026')).toBeVisible()
  expect(asked).toEqual([{ link: 'link', version: 2 }])
  page.rerender(
    <AgreementBody
      agreement={{ ...agreement, next: { ...next, confirmed_at: '2026-11-28T12:00:00Z' } }}
      {...rest}
    />,
  )
  expect(screen.getByText('Confirmado em 28/11/2026')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Li os combinados' })).toBeVisible()
  vi.unstubAllGlobals()
})

// The preview kept lines of what had been typed before.
it('the own words of a coach may be one of the sentences, while the rules above are typed on', () => {
  const note = 'Falta sem aviso, ou avisada depois disso, é cobrada.'
  const text = (hours: number) => (
    <AgreementText rules={{ notice_hours: hours, makeup_days: 0, note }} rainDays={0} />
  )
  const { rerender } = render(text(2))
  rerender(text(24))
  const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(lines).toEqual([
    expect.stringMatching(/^Avise até 24 horas/),
    note,
    expect.stringMatching(/^Chuva/),
    note,
  ])
})
