import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
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
