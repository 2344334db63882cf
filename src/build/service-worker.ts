import type { PluginOption } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'

/**
 * The worker of the installed app (docs/decisions/0013-the-worker.md): /sw.js, made from the files of the finished
 * build. It waits until it is asked (src/lib/updates/updates.ts), and keeps files of ours alone, never an answer of the API.
 */
export function serviceWorker(): PluginOption {
  return VitePWA({
    strategies: 'generateSW',
    registerType: 'prompt',
    // Registered by src/lib/updates/updates.ts, and only below /app; the manifest is a file of public/.
    injectRegister: false,
    manifest: false,
    workbox: {
      // Documents of the site are left out: kept, they would be as old as the app until the coach updates it.
      globPatterns: ['assets/**/*.{js,css,woff2}', 'spa.html', 'favicon.svg', 'icons/icon-192.png'],
      // Their names carry the hash of their contents.
      dontCacheBustURLsMatching: /^assets\//,
      cleanupOutdatedCaches: true,
      clientsClaim: true,
      // One file, so that a look for a newer version is one request.
      inlineWorkboxRuntime: true,
      sourcemap: false,
      navigateFallback: '/spa.html',
      // Matched against path and query. A file that is asked for by its name is the host's to answer.
      navigateFallbackAllowlist: [/^\/app(?:\/[^.]*)?(?:\?|$)/],
      runtimeCaching: [
        {
          // Any other page is as fresh as the network; without network the app itself shows what it can and says so.
          // The function is printed into the worker: it sees nothing of this file.
          urlPattern: ({ request, url }) =>
            request.mode === 'navigate' && !/^\/(?:auth\/v1|rest\/v1|_mailbox)|\.\w+$/.test(url.pathname),
          handler: 'NetworkOnly',
          options: { precacheFallback: { fallbackURL: '/spa.html' } },
        },
      ],
    },
  })
}
