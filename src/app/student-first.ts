import type { PublicStudentData } from '@/public-student/data'
import { firstWords } from '@/public-student/first-words'

/**
 * Inline in student.html, bundled by src/build/prerender.ts. Writes the first words into the skeleton as soon as the
 * answer arrives, and starts the page's script once the words are painted, or after this many milliseconds on a slow
 * line.
 */
const LONGEST_WAIT = 300

/** The page's script and the files that it imports, so that all load at once. */
const files = document.currentScript?.dataset['files']?.split(' ') ?? []
const start = () => {
  for (const file of files) void import(/* @vite-ignore */ file)
}

async function tell(): Promise<void> {
  const answer = await globalThis.studentAsked?.answer
  // A clone: the page's script reads the answer too.
  const body: ({ success: true } & PublicStudentData) | { success: false } | undefined = await answer
    ?.clone()
    .json()
  if (!body?.success) return
  for (const [place, words] of Object.entries(firstWords(body))) {
    const element = document.querySelector(`[data-told="${place}"]`)
    if (element && words !== null) element.textContent = words
  }
}

setTimeout(start, LONGEST_WAIT)
tell()
  // The page's script shows the failure.
  .catch(() => {})
  .finally(() => requestAnimationFrame(() => setTimeout(start)))
