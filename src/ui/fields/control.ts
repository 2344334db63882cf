/** Classes of every text control. iOS zooms into fields with text below 16 px. */
export const CONTROL =
  'w-full min-w-0 min-h-12 rounded-lg border-[1.5px] border-line-strong bg-surface px-3.5 py-2.5 text-base text-ink ' +
  'aria-invalid:border-bad aria-invalid:border-2 disabled:opacity-60'
