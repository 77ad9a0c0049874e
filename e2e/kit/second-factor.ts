import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expect } from './server.ts'
import { PASSWORD } from './visitor.ts'

/** Turns on a second factor for the signed-in person. Returns the app's key and the recovery codes. */
export async function turnOnFactor(page: Page): Promise<{ app: TOTP; codes: string[] }> {
  const { key } = await ask<{ key: string }>(page, 'start/', { current_password: PASSWORD })
  const app = appWith(key)
  const { recovery_codes: codes } = await ask<{ recovery_codes: string[] }>(page, 'on/', {
    code: app.generate(),
  })
  return { app, codes }
}

export async function turnOffFactor(page: Page): Promise<void> {
  await ask(page, 'off/')
}

/** From now on, or after these days, everyone in the signed-in owner's account must have one. */
export async function requireFactor(page: Page, grace_days: string): Promise<void> {
  await ask(page, 'demand/', { grace_days })
}

/** An authenticator app with this key. */
export function appWith(key: string): TOTP {
  return new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) })
}

async function ask<Data>(page: Page, path: string, data: object = {}): Promise<Data> {
  const answer = await page.request.post(`/rest/account/second-factor/${path}`, { data })
  expect(answer.status(), await answer.text()).toBe(200)
  return ((await answer.json()) as { data: Data }).data
}
