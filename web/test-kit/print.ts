import { onTestFinished } from 'vitest'
import { cdp } from 'vitest/browser'

/** Until the test ends, the page looks as it does on paper. */
export async function showPrinted(): Promise<void> {
  onTestFinished(() => emulate(''))
  await emulate('print')
}

async function emulate(media: string): Promise<void> {
  await cdp().send('Emulation.setEmulatedMedia', { media })
}
