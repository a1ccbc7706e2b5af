import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{mappings,src,codemods,test}/**/*.test.ts'],
    exclude: ['codemods/fixtures/**', 'dist/**'],
    setupFiles: ['test/support/law-seed.ts'],
    testTimeout: 20_000, // milliseconds; a shared two-core machine is slow at times
    expect: { poll: { timeout: 10_000 } }, // milliseconds, for the same reason
  },
})
