import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from '@/app/app'
import { settingsProblem } from '@/lib/env'
import { reloadWhenChunkIsGone } from '@/lib/reload-when-chunk-is-gone'
import './index.css'

reloadWhenChunkIsGone()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
if (settingsProblem) {
  // A build with wrong settings would fail later and less clearly.
  const notice = document.createElement('pre')
  notice.setAttribute('role', 'alert')
  notice.style.whiteSpace = 'pre-wrap'
  notice.textContent = settingsProblem
  root.replaceChildren(notice)
} else {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
