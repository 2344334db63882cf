import type { IncomingMessage, ServerResponse } from 'node:http'
import { escapeHtml, type Mail } from './mailer.ts'

/**
 * Answers the local mailbox: `/_mailbox` lists mails, `/_mailbox/<id>` shows one, `/_mailbox.json` returns all, newest
 * first. Returns false, without an answer, for any other request.
 */
export function answerMailbox(request: IncomingMessage, response: ServerResponse, mails: Mail[]): boolean {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  if (pathname === '/_mailbox.json') {
    reply(response, 200, 'application/json; charset=utf-8', JSON.stringify(mails))
    return true
  }
  if (pathname === '/_mailbox' || pathname === '/_mailbox/') {
    reply(response, 200, 'text/html; charset=utf-8', listPage(mails))
    return true
  }
  if (!pathname.startsWith('/_mailbox/')) return false
  const mail = mails.find(({ id }) => pathname === `/_mailbox/${id}`)
  if (mail) reply(response, 200, 'text/html; charset=utf-8', mail.html)
  else reply(response, 404, 'text/html; charset=utf-8', page('<p>Este email não existe mais.</p>'))
  return true
}

function reply(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' })
  response.end(body)
}

function listPage(mails: Mail[]): string {
  const sentAt = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'medium' })
  const items = mails.map(
    ({ id, to, subject, sentAt: at, link }) => `<li>
      <a href="/_mailbox/${id}">${escapeHtml(subject)}</a>
      <small>para ${escapeHtml(to)} · ${sentAt.format(new Date(at))}</small>
      ${link === null ? '' : `<a class="link" href="${escapeHtml(link)}">Abrir o link deste email</a>`}
    </li>`,
  )
  return page(items.length === 0 ? '<p>Nenhum email ainda.</p>' : `<ul>${items.join('')}</ul>`)
}

function page(content: string): string {
  return `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Emails locais · Voleio</title>
<style>
  :root { color-scheme: light dark }
  body { max-width: 40rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif }
  ul { list-style: none; padding: 0 } li { padding: 1rem 0; border-top: 1px solid #8886 }
  li a { display: block; padding: .35rem 0 } small { display: block; opacity: .8 }
</style></head><body><main><h1>Emails locais</h1>
<p>Os emails que o Voleio enviou nesta máquina. Nenhum deles saiu daqui.</p>${content}</main></body></html>`
}
