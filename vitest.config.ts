import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['server/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 400_000,
    hookTimeout: 300_000,
    maxWorkers: 2,
    globalSetup: ['test/support/global.ts'],
  },
})
