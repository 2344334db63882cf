import { Component, useCallback, useEffect, useState, type ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Logo } from '@/components/ui/logo'
import { MISSING_SCREEN } from '@/texts/missing-screen'
import { MissingScreen } from './lazy-page'

interface Crash {
  error: unknown
  /** Short, so that it can be read out to whoever helps; the same id is in the console. */
  id: string
}

interface State {
  crash: Crash | null
}

interface Props {
  children: ReactNode
  /** Inside the shell, which has its own `<main>` and logo. */
  inShell?: boolean
  /** What could bring the same crash back is put away first, such as data kept on the device. */
  beforeReload?: () => Promise<void>
}

/**
 * Catches what a screen throws while rendering, so that a fault never leaves a white page. A screen whose files cannot
 * be fetched is no fault: it says that there is no connection, and opens when there is one.
 */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { crash: null }

  static getDerivedStateFromError(error: unknown): { crash: Crash } {
    return { crash: { error, id: crypto.randomUUID().slice(-6) } }
  }

  override componentDidCatch(error: unknown) {
    console.error(`Voleio crash ${this.state.crash?.id ?? ''}`, error)
  }

  override render() {
    const { children, inShell = false, beforeReload } = this.props
    const { crash } = this.state
    if (crash === null) return children
    return (
      <Frame inShell={inShell}>
        {crash.error instanceof MissingScreen ? (
          <Missing />
        ) : (
          <Crashed id={crash.id} {...(beforeReload ? { beforeReload } : {})} />
        )}
      </Frame>
    )
  }
}

function Frame({ inShell, children }: { inShell: boolean; children: ReactNode }) {
  if (inShell) return <div className="flex max-w-md flex-col items-start gap-4 py-8">{children}</div>
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col items-start justify-center gap-4 p-6">
      <Logo />
      {children}
    </main>
  )
}

/** Says that something broke, with an id to quote, and the way out. */
function Crashed({ id, beforeReload }: { id: string; beforeReload?: () => Promise<void> }) {
  const reload = async () => {
    await beforeReload?.()
    window.location.reload()
  }
  return (
    <>
      <h1 className="text-2xl">Algo deu errado nesta tela</h1>
      <p className="text-ink-soft">
        Seus dados estão salvos. Recarregue a página; se acontecer de novo, informe o código{' '}
        <strong className="figures text-ink">{id}</strong>.
      </p>
      <Button onClick={() => void reload()}>Recarregar</Button>
    </>
  )
}

/** The browser does not fetch a failed module again in the same page, so the way on is a reload, once it can work. */
function Missing() {
  const [trying, setTrying] = useState(false)
  const tryAgain = useCallback(async () => {
    setTrying(true)
    if (await isPageThere()) window.location.reload()
    else setTrying(false)
  }, [])
  useEffect(() => {
    const onOnline = () => void tryAgain()
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  }, [tryAgain])
  return (
    <>
      <h1 className="text-2xl">{MISSING_SCREEN.title}</h1>
      <p className="text-ink-soft" role="status">
        {MISSING_SCREEN.description}
      </p>
      <Button pending={trying} pendingLabel={MISSING_SCREEN.retrying} onClick={() => void tryAgain()}>
        {MISSING_SCREEN.retry}
      </Button>
    </>
  )
}

async function isPageThere(): Promise<boolean> {
  try {
    return (await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' })).ok
  } catch {
    return false
  }
}
