/** Replaces the passkeys of `@supabase/auth-js` (src/build/left-out.ts): coaches sign in by e-mail and password. */
const missing = (): never => {
  throw new Error('Passkeys are not part of this build: see src/data/no-passkeys.ts')
}

export class WebAuthnApi {
  register = missing
}

export const browserSupportsWebAuthn = (): boolean => false

export {
  missing as createCredential,
  missing as deserializeCredentialCreationOptions,
  missing as deserializeCredentialRequestOptions,
  missing as getCredential,
  missing as serializeCredentialCreationResponse,
  missing as serializeCredentialRequestResponse,
  missing as webAuthnAbortService,
}
