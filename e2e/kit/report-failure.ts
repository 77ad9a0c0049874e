import type { BrowserContext } from '@playwright/test'

const LINES_AT_MOST = 60

/**
 * On a remote machine only the output of a failed test remains, so this prints its pages and the server's
 * log.
 */
export async function reportFailure(context: BrowserContext, written: string): Promise<void> {
  for (const page of context.pages()) {
    const shown = await page
      .locator('body')
      .ariaSnapshot({ timeout: 2000 })
      .catch(() => 'Not to be read.')
    console.error(`${page.url()} shows:\n${shown}`)
  }
  const lines = written.trimEnd().split('\n')
  console.error(`The server wrote, at the end:\n${lines.slice(-LINES_AT_MOST).join('\n')}`)
}
