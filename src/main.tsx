import { startTransition, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from '@/app/app'
import { loadAhead } from '@/app/app-routes'
import { Loader } from '@/components/ui/loader'
import { documentFor } from '@/domain/site/documents'
import { settingsProblem } from '@/lib/settings/env'
import { listenForInstallOffer } from '@/lib/browser/install'
import './index.css'

listenForInstallOffer()

// Of spa.html: it is not late any more.
document.querySelector('.late-app')?.remove()

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
  // In slices, between which the browser answers whoever reads and types already.
  startTransition(() => {
    hydrateRoot(root, app)
  })
} else {
  // An empty document, or one made for another address: a host, or the router that knows no capitals, chose it.
  root.replaceChildren()
  const drawn = createRoot(root)
  drawn.render(<Loader fullScreen />)
  // Without a fallback of Suspense, behind which React would keep what is ready for another 300 ms.
  void loadAhead(window.location.pathname).then(() => drawn.render(app))
}
