import { render, screen, waitFor } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter, Route, Routes, StaticRouter } from 'react-router-dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { LeadFormPage } from '@/site/lead-form/lead-form-page'

const routes = (
  <Routes>
    <Route path="/lead-form" element={<LeadFormPage />} />
    <Route path="/lead-form/:lang" element={<LeadFormPage />} />
  </Routes>
)

/** The page as the build renders it, before any script runs. */
function openDocument(path: string): HTMLElement {
  const container = document.createElement('div')
  container.innerHTML = renderToString(<StaticRouter location={path}>{routes}</StaticRouter>)
  document.body.append(container)
  return container
}

const hydrate = (container: HTMLElement, path: string) =>
  render(<MemoryRouter initialEntries={[path]}>{routes}</MemoryRouter>, { container, hydrate: true })

afterEach(() => document.body.replaceChildren())

describe('the form before hydration', () => {
  it('cannot be sent, which would put the text into the address', () => {
    openDocument('/lead-form')
    expect(screen.getByRole('button', { name: 'Submit' })).toBeDisabled()
    expect(screen.getByRole('link', { name: 'Português' })).toHaveAttribute('href', '/lead-form/pt')
    expect(screen.getByRole('link', { name: /Privacy policy/ })).toHaveAttribute('href', '/privacy-policy')
  })

  it('has its own language', () => {
    openDocument('/lead-form/pt')
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Participe do beta do Voleio')
    expect(screen.queryByLabelText('País')).not.toBeInTheDocument()
  })

  it('keeps what is typed, ticked and chosen', async () => {
    const complaints = vi.spyOn(console, 'error')
    const container = openDocument('/lead-form')
    screen.getByLabelText<HTMLInputElement>('Name').value = 'Joe Hill'
    screen.getByLabelText<HTMLInputElement>('Phone').value = '+1202'
    screen.getByLabelText<HTMLInputElement>('Badminton').checked = true
    screen.getByLabelText<HTMLSelectElement>('Country').value = 'Other'
    hydrate(container, '/lead-form')

    await waitFor(() => expect(screen.getByRole('button', { name: 'Submit' })).toBeEnabled())
    expect(screen.getByLabelText('Name')).toHaveValue('Joe Hill')
    expect(screen.getByLabelText('Phone')).toHaveValue('+1202')
    expect(screen.getByLabelText('Badminton')).toBeChecked()
    expect(screen.getByLabelText('Country')).toHaveValue('Other')
    expect(screen.getByLabelText('Which country?')).toBeVisible()
    expect(complaints).not.toHaveBeenCalled()
  })

  // A number that the browser had filled in was kept as it was, and called invalid.
  it('has its phone normalised like one that is typed later', async () => {
    const container = openDocument('/lead-form/pt')
    screen.getByLabelText<HTMLInputElement>('Telefone').value = '(11) 98765-4321'
    hydrate(container, '/lead-form/pt')
    await waitFor(() => expect(screen.getByLabelText('Telefone')).toHaveValue('+5511987654321'))
  })
})
