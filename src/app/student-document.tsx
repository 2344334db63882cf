import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { paths } from '@/domain/shared/paths'
import { settingsProblem } from '@/lib/settings/env'
import { StudentApp } from './student-app'

/** What student.html runs: a student who opens a link from a chat downloads no router and none of the other pages. */
const root = document.getElementById('root')
if (!root) throw new Error('The document has no #root')
if (settingsProblem === null) {
  // In slices, as main.tsx does.
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
