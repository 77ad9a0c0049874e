import type { APIRequestContext } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expect } from './server.ts'
import { PASSWORD } from './visitor.ts'

/** Turns two-step verification on for whoever is signed in, by the calls of the page. */
export async function protect(request: APIRequestContext): Promise<TOTP> {
  const started = await request.post('/rest/account/second-factor/start/', {
    data: { current_password: PASSWORD },
  })
  expect(started.status()).toBe(200)
  const app = appWith(((await started.json()) as { data: { key: string } }).data.key)
  const on = await request.post('/rest/account/second-factor/on/', { data: { code: app.generate() } })
  expect(on.status()).toBe(200)
  return app
}

/** An authenticator app with this key. */
export function appWith(key: string): TOTP {
  return new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) })
}
