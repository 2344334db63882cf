/** Stands in for `@supabase/storage-js` in the app (vite.config.ts), as no-realtime.ts does: no file is ever stored. */
export class StorageClient {
  from(): never {
    throw new Error('Storage is not part of this build: see src/services/supabase/no-storage.ts')
  }
}

export class StorageApiError extends Error {}
