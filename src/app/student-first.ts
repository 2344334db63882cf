import type { PublicStudentData } from '@/public-student/data'
import { firstWords } from '@/public-student/first-words'

/**
 * Inline in student.html, bundled by src/build/prerender.ts: writes the first words into the skeleton as soon as the
 * answer is there, and starts the page's script once they are painted. On a slow line it waits no longer than this for
 * them.
 */
const LONGEST_WAIT = 300

/** The script's file and those that it imports, so that all load at once. */
const files = document.currentScript?.dataset['files']?.split(' ') ?? []
const start = () => {
  for (const file of files) void import(/* @vite-ignore */ file)
}

async function tell(): Promise<void> {
  const answer = await globalThis.studentAsked?.answer
  // The page reads the answer itself.
  const body: ({ success: true } & PublicStudentData) | { success: false } | undefined = await answer
    ?.clone()
    .json()
  if (!body?.success) return
  // The words would jump when their font comes, which is on its way.
  await document.fonts.ready
  for (const [place, words] of Object.entries(firstWords(body))) {
    const element = document.querySelector(`[data-told="${place}"]`)
    if (element && words !== null) element.textContent = words
  }
}

setTimeout(start, LONGEST_WAIT)
tell()
  // The page says what is wrong.
  .catch(() => {})
  .finally(() => requestAnimationFrame(() => setTimeout(start)))
