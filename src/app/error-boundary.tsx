import { Component, useState, type ReactNode } from 'react'
import { CRASH_SCREEN } from '@/core/common-texts'
import { copyText } from '@/lib/browser/copy-text'
import { type CrashReport, crashReport } from '@/lib/browser/crash-report'
import { env } from '@/lib/settings/env'
import { Button } from '@/ui/button'
import { MissingScreen } from '@/ui/lazy-page'
import { Logo } from '@/ui/logo'
import { Missing } from '@/ui/missing'

type Crash = { error: unknown; report: CrashReport }

type State = { crash: Crash | null }

interface Props {
  children: ReactNode
  /** True inside the shell, which has its own `<main>` and logo. */
  inShell?: boolean
  /** Runs before a reload, to remove what could cause the same crash again, such as persisted data. */
  beforeReload?: (() => Promise<void>) | undefined
}

/**
 * Catches rendering errors, so that a bug never leaves a blank page. If a screen's files could not be fetched, it
 * reports the missing connection and opens the screen once the connection is back.
 */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { crash: null }

  static getDerivedStateFromError(error: unknown): { crash: Crash } {
    return { crash: { error, report: crashReport(error, env.version) } }
  }

  override componentDidCatch(error: unknown) {
    if (!(error instanceof MissingScreen)) console.error(this.state.crash?.report.text)
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
          <Crashed report={crash.report} beforeReload={beforeReload} />
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

/** The crash page: an id to quote, details to send, and a button that reloads. */
function Crashed({ report, beforeReload }: { report: CrashReport } & Pick<Props, 'beforeReload'>) {
  const [copied, setCopied] = useState<boolean | null>(null)
  const reload = async () => {
    await beforeReload?.()
    window.location.reload()
  }
  const copy = async () => setCopied(await copyText(report.text))
  return (
    <>
      <h1 className="text-2xl">{CRASH_SCREEN.title}</h1>
      <p className="text-ink-soft">
        {CRASH_SCREEN.before}
        <strong className="figures text-ink">{report.id}</strong>
        {CRASH_SCREEN.after}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Button tone="court" onClick={() => void reload()}>
          {CRASH_SCREEN.reload}
        </Button>
        <Button onClick={() => void copy()}>{CRASH_SCREEN.copy}</Button>
        <p role="status" className="text-sm text-ink-soft">
          {copied === true && CRASH_SCREEN.copied}
          {copied === false && CRASH_SCREEN.copyByHand}
        </p>
      </div>
      {copied === false && (
        <pre className="w-full text-xs break-words whitespace-pre-wrap select-all">{report.text}</pre>
      )}
    </>
  )
}
