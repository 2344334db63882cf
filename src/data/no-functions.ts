/** Replaces `@supabase/functions-js` (src/build/left-out.ts): the product calls functions of the database alone. */
export class FunctionsClient {
  invoke(): never {
    throw new Error('Edge functions are not part of this build: see src/data/no-functions.ts')
  }
}

export class FunctionsError extends Error {}
export class FunctionsFetchError extends FunctionsError {}
export class FunctionsHttpError extends FunctionsError {}
export class FunctionsRelayError extends FunctionsError {}

export const FunctionRegion = {}
