import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** `npm run bench`: measures, apart from the tests. */
export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  test: {
    environment: 'node',
    include: ['tests/bench/**/*.bench.ts'],
    reporters: ['dot'],
    disableConsoleIntercept: true,
  },
})
