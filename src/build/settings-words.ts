import type { Words } from '../lib/settings/settings.ts'

/** For the terminal of a build; no bundle carries it. */
export const ENGLISH: Words = {
  title: 'Settings to correct:',
  missing: 'is missing',
  invalid: 'is not valid',
  secret:
    'is a secret key, which whoever opens the app would have. Replace it by the publishable key of the ' +
    'project, and revoke it in the dashboard if it was ever published',
  insecure: 'must begin with https://, because passwords are sent there; only localhost may use http://',
  example: 'for example',
}
