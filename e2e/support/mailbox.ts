import { expect, type Page } from '@playwright/test'
import type { Mail } from '../../supabase/embedded/mailer.ts'

/** Waits for a mail to this address; returns the newest. */
export async function newestMail(page: Page, to: string): Promise<Mail> {
  let found: Mail | undefined
  await expect
    .poll(async () => {
      const answer = await page.request.get('/_mailbox.json')
      const mails: Mail[] = await answer.json()
      found = mails.find((mail) => mail.to === to)
      return found?.to
    })
    .toBe(to)
  if (!found) throw new Error(`No mail to ${to}`)
  return found
}
