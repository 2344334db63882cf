import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense, useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { lazyPage, type LazyPage } from '@/ui/lazy-page'

function Counter() {
  const [count, setCount] = useState(0)
  return <button onClick={() => setCount(count + 1)}>{`Aula ${count}`}</button>
}
const inSuspense = (Page: LazyPage) => (
  <Suspense fallback="Espere">
    <Page />
  </Suspense>
)

describe('a lazy page', () => {
  let load = vi.fn(async () => ({ Counter }))
  beforeEach(() => {
    load = vi.fn(async () => ({ Counter }))
  })

  it('that was not prefetched is waited for', async () => {
    render(inSuspense(lazyPage(load, 'Counter')))
    expect(screen.getByText('Espere')).toBeInTheDocument()
    expect(await screen.findByText('Aula 0')).toBeInTheDocument()
  })

  it('that was prefetched renders at once, and is fetched once', async () => {
    const Page = lazyPage(load, 'Counter')
    await Page.preload()
    render(inSuspense(Page))
    expect(screen.getByText('Aula 0')).toBeInTheDocument()
    expect(screen.queryByText('Espere')).not.toBeInTheDocument()
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('keeps its state when it renders again', async () => {
    const Page = lazyPage(load, 'Counter')
    const { rerender } = render(inSuspense(Page))
    await userEvent.click(await screen.findByText('Aula 0'))
    await Page.preload()
    rerender(inSuspense(Page))
    expect(screen.getByText('Aula 1')).toBeInTheDocument()
  })

  it('whose prefetch failed is fetched when shown', async () => {
    load.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    const Page = lazyPage(load, 'Counter')
    await expect(Page.preload()).resolves.toBeUndefined()
    render(inSuspense(Page))
    expect(await screen.findByText('Aula 0')).toBeInTheDocument()
  })
})
