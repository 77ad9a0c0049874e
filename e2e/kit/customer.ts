import { expect, type Page } from '@playwright/test'
import { goodSignUp } from '../../server/test-kit/sign-ups.ts'

/** A separate server for tests that change the sample accounts. */
export const liveAccounts = { TRUST_PROXY: '1', SETUP_SECONDS: '0', SETTLE_SECONDS: '5' }

/** Someone who has just bought a plan and whose account is provisioned. */
export async function newCustomer(page: Page, plan: Parameters<typeof goodSignUp>[0] = {}): Promise<string> {
  const body = goodSignUp({ email: `leaver${Date.now()}@example.com`, ...plan })
  const answer = await page.request.post('/rest/auth/sign-up/submit/', { data: body })
  expect(answer.status()).toBe(200)
  const email = body.email ?? ''
  await signedInOnceSetUp(page, email)
  return email
}

/** Until the account is provisioned, a sign-in leads back to the sign-in page. */
export async function signedInOnceSetUp(page: Page, email: string): Promise<void> {
  await expect
    .poll(
      async () => {
        const signedIn = await page.request.post('/rest/auth/login/', {
          multipart: { email, password: 'password1' },
        })
        return ((await signedIn.json()) as { data: { redirect_url: string } }).data.redirect_url
      },
      { timeout: 30_000 },
    )
    .toBe('/account/')
}

/** The card form of the account pages. */
export async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Card holder name').fill('Joan Okafor')
  await page.getByLabel('Expiration month').selectOption('12')
  await page.getByLabel('Expiration year').selectOption({ index: 4 })
  await page.getByLabel('CVV').fill('123')
  await page.getByLabel('Zip').fill('60601')
}

/** The bank approves this card, but its answer is lost, so that the payment is settled later. */
export const ANSWERS_LATE = '4000000000000119'
