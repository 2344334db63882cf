import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { paths } from '@/core/paths'
import { settingsProblem } from '@/lib/settings/env'
import { StudentApp } from './student-app'

/** The script of student.html: a student who opens a link downloads no router and no other page. */
const root = document.getElementById('root')
if (!root) throw new Error('The document has no #root')
if (settingsProblem === null) {
  // As a transition, as in main.tsx: a slow phone still responds to touch.
  startTransition(() => {
    hydrateRoot(
      root,
      <StrictMode>
        <StudentApp id={paths.publicStudent.idIn(window.location.pathname) ?? ''} />
      </StrictMode>,
    )
  })
} else {
  root.textContent = settingsProblem
}
