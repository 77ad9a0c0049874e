import { ensureCachingChromium, ensureChromium } from './find-chromium.ts'
import { ensurePostgres } from './find-postgres.ts'

// The last step of `node scripts/setup.mjs test`: what the tests need besides packages.
try {
  ensureChromium()
  ensureCachingChromium()
  ensurePostgres()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
