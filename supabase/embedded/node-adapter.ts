import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Answers a Node request with a web-standard handler; buffers small bodies. Sets the client's address as hosted
 * Supabase's edge does, but keeps an address that the caller sends, so that tests can play many clients.
 */
export async function answerWith(
  fetch: (request: Request) => Promise<Response>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  const from = incoming.socket.remoteAddress
  if (from !== undefined && !headers.has('cf-connecting-ip')) headers.set('cf-connecting-ip', from)
  const method = incoming.method ?? 'GET'
  const url = new URL(incoming.url ?? '/', `http://${incoming.headers.host ?? 'localhost'}`)
  const body = method === 'GET' || method === 'HEAD' ? null : await readWhole(incoming)
  const response = await fetch(new Request(url, { method, headers, body }))
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  outgoing.end(Buffer.from(await response.arrayBuffer()))
}

async function readWhole(incoming: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  return new Uint8Array(Buffer.concat(chunks))
}
