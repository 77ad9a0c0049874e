import type { Page } from '@playwright/test'
import { turnOffFactor, turnOnFactor } from './second-factor.ts'

/** The dialog that asks who is there. */
export const stepUp = (page: Page) => page.getByRole('dialog', { name: 'Confirm it’s you' })

/**
 * Makes the session one that has to show the password again, without waiting for 10 minutes: a second factor is turned on
 * and off, so that the code, which was shown last, no longer counts.
 */
export async function makeStale(page: Page): Promise<void> {
  await turnOnFactor(page)
  await turnOffFactor(page)
}
