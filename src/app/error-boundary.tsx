import { Component, type ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Logo } from '@/components/ui/logo'

interface Crash {
  error: unknown
  /** Short, so that it can be read out to whoever helps; the same id is in the console. */
  id: string
}

interface State {
  crash: Crash | null
}

/** Catches what a screen throws while rendering, so that a fault never leaves a white page. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { crash: null }

  static getDerivedStateFromError(error: unknown): { crash: Crash } {
    return { crash: { error, id: crypto.randomUUID().slice(-6) } }
  }

  override componentDidCatch(error: unknown) {
    console.error(`Voleio crash ${this.state.crash?.id ?? ''}`, error)
  }

  override render() {
    return this.state.crash ? <CrashScreen id={this.state.crash.id} /> : this.props.children
  }
}

/** Says that something broke, with an id to quote, and the way out. */
function CrashScreen({ id }: { id: string }) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col items-start justify-center gap-4 p-6">
      <Logo />
      <h1 className="text-2xl">Algo deu errado nesta tela</h1>
      <p className="text-ink-soft">
        Seus dados estão salvos. Recarregue a página; se acontecer de novo, informe o código{' '}
        <strong className="figures text-ink">{id}</strong>.
      </p>
      <Button onClick={() => window.location.reload()}>Recarregar</Button>
    </main>
  )
}
