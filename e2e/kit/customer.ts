import { expect, type Page } from '@playwright/test'
import { goodSignUp } from '../../server/test-kit/sign-ups.ts'

/** A separate server for tests that change the sample accounts. */
export const liveAccounts = { TRUST_PROXY: '1', SETUP_SECONDS: '0', SETTLE_SECONDS: '5' }

/** Someone who has just bought a plan and whose account is provisioned. */
export async function newCustomer(page: Page, plan: Parameters<typeof goodSignUp>[0] = {}): Promise<string> {
  const body = goodSignUp({ email: `leaver${Date.now()}@example.com`, ...plan })
  const answer = await page.request.post('/rest/auth/sign-up/submit/', { data: body })
  expect(answer.status()).toBe(200)
  const { email } = body
  await expect
    .poll(
      async () => {
        const signedIn = await page.request.post('/rest/auth/login/', {
          multipart: { email: email ?? '', password: 'password1' },
        })
        return ((await signedIn.json()) as { data: { redirect_url: string } }).data.redirect_url
      },
      { timeout: 30_000 },
    )
    .toBe('/account/')
  return email ?? ''
}
