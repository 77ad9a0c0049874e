import { onTestFinished } from 'vitest'
import { cdp } from 'vitest/browser'

/** Renders the page as printed until the test ends. */
export async function showPrinted(): Promise<void> {
  onTestFinished(() => emulate(''))
  await emulate('print')
}

async function emulate(media: string): Promise<void> {
  await cdp().send('Emulation.setEmulatedMedia', { media })
}
