import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { chromiumArgs, findChromium } from '../scripts/find-chromium.ts'
import { asShipped, launchProduct } from '../scripts/launch-product.ts'
import type { Finding } from './findings.ts'

/** Measures pages of the demo in a browser. */
export async function inBrowser(
  measure: (browser: Browser, url: string) => Promise<Finding[]>,
): Promise<Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'front-desk-bench-'))
  const product = await launchProduct({ DATA_DIR: folder }, asShipped)
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArgs })
  try {
    return await measure(browser, product.url)
  } finally {
    await browser.close()
    await product.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
