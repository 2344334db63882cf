import { startTransition, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App, preloadApp } from '@/app/app'
import { listenForInstallOffer } from '@/lib/browser/install'
import { settingsProblem } from '@/lib/settings/env'
import { documentFor } from '@/site/documents'
import { Loader } from '@/ui/logo'
import './index.css'

listenForInstallOffer()

// The app has started, so spa.html's fallback for a slow start is obsolete.
document.querySelector('.slow-start')?.remove()

const root = document.getElementById('root')
if (!root) throw new Error('The document has no #root')
const app = (
  <StrictMode>
    <App />
  </StrictMode>
)
if (settingsProblem !== null) {
  root.textContent = settingsProblem
} else if (root.dataset.document === documentFor(window.location.pathname.toLowerCase())) {
  // A transition hydrates in slices, so that the browser can respond to input in between.
  startTransition(() => {
    hydrateRoot(root, app)
  })
} else {
  // spa.html, or a document made for another address: hosts and the router may differ on capital letters.
  root.replaceChildren()
  const drawn = createRoot(root)
  drawn.render(<Loader fullScreen />)
  // Renders the loader directly instead of a Suspense fallback, which React would keep for at least 300 ms.
  void preloadApp(window.location.pathname).then(() => drawn.render(app))
}
