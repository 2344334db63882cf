/** An API and its public key. A null origin is the page's own. */
export interface Api {
  origin: string | null
  key: string
}

/**
 * The one address without a document: a coach's calendar (docs/product.md, 'Calendar'). Every host sends it on, with
 * status 302, to the database, which ignores the '.ics' of a token. The key is in the address because calendars send no
 * headers of ours.
 */
export const CALENDAR = {
  address: '/agenda/:token',
  /** As a regular expression with one group, what follows '/agenda/'; nothing in it can end an address or a header. */
  pattern: /^\/agenda\/([\w-]+\.ics)$/,
  href: (token: string) => `/agenda/${token}.ics`,
  answeredAt: (token: string, { origin, key }: Api) =>
    `${origin ?? ''}/rest/v1/rpc/get_agenda_feed?token=${token}&apikey=${key}`,
}
