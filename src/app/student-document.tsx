import { startTransition, StrictMode, type ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { paths } from '@/core/paths'
import { settingsProblem } from '@/lib/settings/env'
import type { DocumentFile } from '@/site/documents'
import { StudentApp } from './student-app'

/** The script of student.html and exemplo.html: a student downloads neither the router nor another page. */
const root = document.getElementById('root')
if (!root) throw new Error('The document has no #root')
const start = (app: ReactNode) =>
  // A transition, as in main.tsx: a slow phone still responds to touch.
  startTransition(() => {
    hydrateRoot(root, <StrictMode>{app}</StrictMode>)
  })
// The browser reads its calendars when it makes the first formatter, which takes a slow phone 60 ms: here in a task of
// its own, not in the one that draws the next lessons.
setTimeout(() => void Intl.DateTimeFormat())
const sample: DocumentFile = 'exemplo.html'
if (settingsProblem !== null) {
  root.textContent = settingsProblem
} else if (root.dataset.document === sample) {
  void import('./sample-app').then(({ SampleApp }) => start(<SampleApp />))
} else {
  start(<StudentApp id={paths.publicStudent.idIn(window.location.pathname) ?? ''} />)
}
