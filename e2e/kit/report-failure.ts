import type { BrowserContext } from '@playwright/test'

const LINES_AT_MOST = 60

/** A test that fails on a machine out of reach leaves only its output: what its pages show and what the server wrote go there. */
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
