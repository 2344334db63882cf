/** '?host=' is the folder of the server's socket, as for libpq; the driver would take it for one of its settings. */
export function addressOf(connectionString: string): { url: string; host: { host: string } | null } {
  const url = new URL(connectionString)
  const folder = url.searchParams.get('host')
  url.searchParams.delete('host')
  return { url: url.href, host: folder === null ? null : { host: folder } }
}
