import type { PluginOption } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'

/**
 * Chunks of pages to which no screen of the app links, which browsers load as documents, and of the student's page,
 * which has no data without a connection.
 */
const NOT_OF_THE_APP = [
  'landing-page',
  'landing-english-page',
  'landing-document',
  'landing-frame',
  'beta-page',
  'lead-form-page',
  'privacy-policy-page',
  'student-document',
  'sample-app',
  'other-tabs',
  'statement-section',
  'later-lessons',
  'lesson-calendar',
  'evolution-section',
  'openings-section',
  'share-dialog',
  'student-agreement-body',
  'visitor-data',
  'use-visits',
]

/**
 * The service worker (docs/decisions/0013-the-worker.md): /sw.js, generated from the files of the build. It waits until
 * src/lib/updates/updates.ts tells it to take over, and caches only our own files, never an answer of the API.
 */
export const serviceWorker = (): PluginOption =>
  VitePWA({
    strategies: 'generateSW',
    registerType: 'prompt',
    // src/lib/updates/updates.ts registers the worker, only below /app; the manifest is in public/.
    injectRegister: false,
    manifest: false,
    workbox: {
      // Leaves the site's documents out: a cached one would be as old as the app until the coach updates it.
      globPatterns: ['assets/**/*.{js,css,svg,woff2}', 'spa.html', 'favicon.svg', 'icons/icon-192.png'],
      globIgnores: NOT_OF_THE_APP.map((part) => `assets/${part}-*.js`),
      dontCacheBustURLsMatching: /^assets\//,
      cleanupOutdatedCaches: true,
      clientsClaim: true,
      // Inlined, so that an update check is one request.
      inlineWorkboxRuntime: true,
      sourcemap: false,
      navigateFallback: '/spa.html',
      // Matched against path and query. Requests for a named file go to the host.
      navigateFallbackAllowlist: [/^\/app(?:\/[^.]*)?(?:\?|$)/],
      runtimeCaching: [
        {
          // Other pages come from the network; without a network spa.html shows what it can. The function is serialised
          // into the worker, so it must not use anything from this file.
          urlPattern: ({ request, url }) =>
            request.mode === 'navigate' && !/^\/(?:auth\/v1|rest\/v1|_mailbox)|\.\w+$/.test(url.pathname),
          handler: 'NetworkOnly',
          options: { precacheFallback: { fallbackURL: '/spa.html' } },
        },
      ],
    },
  })
