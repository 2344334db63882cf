import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from '@/app/app'
import { reloadWhenChunkIsGone } from '@/lib/reload-when-chunk-is-gone'
import './index.css'

reloadWhenChunkIsGone()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
