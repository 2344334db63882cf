/** Replaces `@supabase/storage-js` (src/build/left-out.ts), as no-realtime.ts does: the product stores no files. */
export class StorageClient {
  from(): never {
    throw new Error('Storage is not part of this build: see src/data/no-storage.ts')
  }
}

export class StorageApiError extends Error {}
