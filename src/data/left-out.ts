/**
 * Stubs for the parts of supabase-js that the product never uses (src/build/config.ts): it calls database functions
 * alone, stores no files, and signs coaches in by email and password.
 */
const missing = (): never => {
  throw new Error('This part of supabase-js is not in the build: see src/data/left-out.ts')
}

/** supabase-js always makes a realtime client and passes it every login; the real one adds 15 kB to the app. */
export class RealtimeClient {
  setAuth = () => Promise.resolve()
  channel = missing
  getChannels = () => []
  removeChannel = () => Promise.resolve('ok')
  removeAllChannels = () => Promise.resolve([])
}

export class FunctionsClient {
  invoke = missing
}

export class FunctionsError extends Error {}
export class FunctionsFetchError extends FunctionsError {}
export class FunctionsHttpError extends FunctionsError {}
export class FunctionsRelayError extends FunctionsError {}

export const FunctionRegion = {}

export class StorageClient {
  from = missing
}

export class StorageApiError extends Error {}

/** The API of passkeys. */
export class WebAuthnApi {
  register = missing
}

export const browserSupportsWebAuthn = (): boolean => false

export {
  missing as createCredential,
  missing as createSiweMessage,
  missing as deserializeCredentialCreationOptions,
  missing as deserializeCredentialRequestOptions,
  missing as fromHex,
  missing as getAddress,
  missing as getCredential,
  missing as serializeCredentialCreationResponse,
  missing as serializeCredentialRequestResponse,
  missing as toHex,
  missing as webAuthnAbortService,
}
