import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from '@/app/app'
import { settingsProblem } from '@/lib/env'
import { listenForInstallOffer } from '@/lib/install'
import { reloadWhenChunkIsGone } from '@/lib/reload-when-chunk-is-gone'
import './index.css'

reloadWhenChunkIsGone()
listenForInstallOffer()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
if (settingsProblem === null) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
} else {
  root.textContent = settingsProblem
}
