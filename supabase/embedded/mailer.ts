import { AsyncLocalStorage } from 'node:async_hooks'
import type { App } from '@supabase/lite'
import type { AuthSettings, MailTemplate } from './config.ts'

/** A mail of the embedded Auth. It is kept in memory and never leaves this machine. */
export interface Mail {
  id: string
  to: string
  subject: string
  html: string
  /** The complete link; null in mails that only have a code. */
  link: string | null
  /** ISO 8601. */
  sentAt: string
}

type Mailer = NonNullable<App['_mailer']>

interface MailerOptions {
  siteUrl: string
  templates: AuthSettings['templates']
  deliver: (mail: Mail) => void | Promise<void>
}

/**
 * Renders our mail templates with hosted Supabase's variables, so that both use the same files. `during` passes on the
 * current request's `redirect_to`, which @supabase/lite ignores.
 */
export function createMailer({ siteUrl, templates, deliver }: MailerOptions) {
  const redirect = new AsyncLocalStorage<string>()

  const send = async (
    to: string,
    { subject, html }: MailTemplate,
    type: string,
    hash: string,
    code: string,
  ) => {
    const redirectTo = redirect.getStore() ?? siteUrl
    const verify = new URL('/auth/v1/verify', siteUrl)
    verify.search = new URLSearchParams({ token: hash, type, redirect_to: redirectTo }).toString()
    const values: Record<string, string> = {
      ConfirmationURL: verify.href,
      Token: code,
      TokenHash: hash,
      SiteURL: siteUrl,
      RedirectTo: redirectTo,
      Email: to,
    }
    const rendered = fill(html, values, escapeHtml)
    await deliver({
      id: crypto.randomUUID(),
      to,
      subject: fill(subject, values, (text) => text),
      html: rendered,
      link: firstLink(rendered),
      sentAt: new Date().toISOString(),
    })
  }

  const mailer: Mailer = {
    sendConfirmation: (to, hash, code) => send(to, templates.confirmation, 'signup', hash, code),
    sendRecovery: (to, hash, code) => send(to, templates.recovery, 'recovery', hash, code),
    sendMagicLink: (to, hash, code) => send(to, plain('Seu link de acesso'), 'magiclink', hash, code),
    sendEmailChange: (to, hash, code) => send(to, plain('Confirme o novo email'), 'email_change', hash, code),
    sendReauthentication: (to, code) => send(to, plain('Seu código'), 'reauthentication', '', code),
  }

  return { mailer, during: <T>(redirectTo: string, work: () => T): T => redirect.run(redirectTo, work) }
}

/** Fallback for mails for which we have no template. */
function plain(subject: string): MailTemplate {
  return {
    subject,
    html: '<p>{{ .Email }}: {{ .Token }}</p><p><a href="{{ .ConfirmationURL }}">{{ .ConfirmationURL }}</a></p>',
  }
}

function fill(template: string, values: Record<string, string>, escape: (text: string) => string): string {
  return template.replace(/\{\{\s*\.(\w+)\s*\}\}/g, (whole, name: string) => {
    const value = values[name]
    return value === undefined ? whole : escape(value)
  })
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}

function firstLink(html: string): string | null {
  const href = /href="(http[^"]+)"/.exec(html)?.[1]
  return href?.replace(/&#(\d+);/g, (_whole, code: string) => String.fromCharCode(Number(code))) ?? null
}
