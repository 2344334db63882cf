import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** `npm run bench`: measurements, separate from the tests. */
export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  test: {
    environment: 'node',
    // The API address that src/ expects; benches answer it themselves.
    env: {
      VITE_SUPABASE_URL: 'http://localhost:5173',
      VITE_SUPABASE_ANON_KEY: 'sb_publishable_voleio_embedded',
      LITE_AUTH_BCRYPT_COST: '4',
    },
    // Sequential: parallel benches would measure each other.
    fileParallelism: false,
    include: ['tests/bench/**/*.bench.ts'],
    reporters: ['dot'],
    disableConsoleIntercept: true,
  },
})
