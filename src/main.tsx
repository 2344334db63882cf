import { startTransition, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App, preloadApp } from '@/app/app'
import { listenForInstallOffer } from '@/lib/browser/install'
import { settingsProblem } from '@/lib/settings/env'
import { documentFor } from '@/site/documents'
import { Loader } from '@/ui/logo'
import './index.css'

listenForInstallOffer()

// The app has started: removes spa.html's fallback for a slow start.
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
  // As a transition, hydration runs in slices, so that the browser can respond to input in between.
  startTransition(() => {
    hydrateRoot(root, app)
  })
} else {
  // The document is spa.html, or was made for another address: hosts and the router may differ on capital letters.
  root.replaceChildren()
  const drawn = createRoot(root)
  drawn.render(<Loader fullScreen />)
  // The loader is rendered directly, because React would keep a Suspense fallback for at least 300 ms.
  void preloadApp(window.location.pathname).then(() => drawn.render(app))
}
