import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'

const title = () => Object.assign(document.createElement('h1'), { textContent: 'Aula' })

// tests/support/screens.setup.ts
it('an element replaced between being found and returned is searched again', async () => {
  const replaceOnce = new MutationObserver(() => {
    replaceOnce.disconnect()
    setTimeout(() => document.querySelector('h1')?.replaceWith(title()))
  })
  replaceOnce.observe(document.body, { childList: true })
  setTimeout(() => document.body.append(title()), 60)
  expect(await screen.findByRole('heading', { name: 'Aula' })).toBeInTheDocument()
  expect(screen.getAllByRole('heading')).toHaveLength(1)
})
