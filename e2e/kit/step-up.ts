import type { Page } from '@playwright/test'
import { turnOffFactor, turnOnFactor } from './second-factor.ts'

/** The step-up dialog. */
export const stepUp = (page: Page) => page.getByRole('dialog', { name: 'Confirm it’s you' })

/**
 * Makes the session require the password again without waiting 10 minutes: turns a second factor on and off,
 * so that its code, the latest confirmation, no longer counts.
 */
export async function makeStale(page: Page): Promise<void> {
  await turnOnFactor(page)
  await turnOffFactor(page)
}
