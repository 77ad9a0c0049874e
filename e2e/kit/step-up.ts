import { expect, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'

/** The dialog that asks who is there. */
export const stepUp = (page: Page) => page.getByRole('dialog', { name: 'Confirm it’s you' })

/**
 * Makes the session one that has to show the password again, without waiting for 10 minutes: a second factor is turned on
 * and off, so that the code, which was shown last, no longer counts.
 */
export async function makeStale(page: Page): Promise<void> {
  await turnOnFactor(page)
  await ask(page, 'second-factor/off/')
}

/** Turns on a second factor. Returns what the app shows, and the recovery codes. */
export async function turnOnFactor(page: Page): Promise<{ app: TOTP; codes: string[] }> {
  const { key } = await ask<{ key: string }>(page, 'second-factor/start/')
  const app = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) })
  const { recovery_codes: codes } = await ask<{ recovery_codes: string[] }>(page, 'second-factor/on/', {
    code: app.generate(),
  })
  return { app, codes }
}

async function ask<Data>(page: Page, path: string, data: object = {}): Promise<Data> {
  const answer = await page.request.post(`/rest/account/${path}`, { data })
  expect(answer.status(), await answer.text()).toBe(200)
  return ((await answer.json()) as { data: Data }).data
}
