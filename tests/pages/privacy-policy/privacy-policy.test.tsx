import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { env } from '@/lib/settings/env'
import { sharedBackend } from '../../support/backend'
import { openScreen } from '../../support/render'

const backend = await sharedBackend()

it('has twelve sections, a table of contents, and the contact address, and asks the API for nothing', async () => {
  const { requests } = await openScreen('/privacy-policy', { backend })
  expect(await screen.findByRole('heading', { level: 1, name: 'Política de Privacidade' })).toBeVisible()
  const main = screen.getByRole('main')
  const sections = within(main).getAllByRole('heading', { level: 2 })
  expect(sections.map(({ textContent }) => textContent)).toEqual([
    '1. Introdução',
    '2. Dados que coletamos',
    '3. Como usamos os dados',
    '4. Com quem compartilhamos',
    '5. Onde ficam e como protegemos',
    '6. Seus direitos pela LGPD',
    '7. Por quanto tempo guardamos',
    '8. Cookies',
    '9. Dados de alunos, registrados pelo professor',
    '10. Menores de idade',
    '11. Mudanças nesta política',
    '12. Contato',
  ])
  expect(requests).toEqual([])

  const [contents] = screen.getAllByRole('navigation', { name: 'Nesta página' })
  if (!contents) throw new Error('there is a table of contents')
  const links = within(contents).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual(sections.map(({ id }) => `#${id}`))
  expect(screen.getByRole('link', { name: 'Voltar para o início' })).toHaveAttribute('href', '/')

  const addresses = screen.getAllByRole('link', { name: env.contactEmail })
  expect(addresses.length).toBeGreaterThan(3)
  for (const address of addresses) expect(address).toHaveAttribute('href', `mailto:${env.contactEmail}`)
  expect(document.body.textContent).not.toContain('{email}')
})
