import { expect, type Page } from '@playwright/test'
import { goodSignUp } from '../../server/test-kit/sign-ups.ts'
import { open, PASSWORD } from './visitor.ts'

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

type Owner = { email: string; pin?: string }

/**
 * Opens a page that was made before the account changed: it shows one account, and the person is the owner of another, to
 * the page and to the server.
 */
export async function openMadeBefore(
  page: Page,
  url: string,
  { before, now }: Record<'before' | 'now', Owner>,
) {
  const made = await pageOf(page, url, before)
  const present = await pageOf(page, url, now)
  await page.route(`**${url}`, async (route) => {
    const body = made.html
      .replace(`data-page-of="${made.agentId}"`, `data-page-of="${present.agentId}"`)
      .replace(`"agentId":${made.agentId}`, `"agentId":${present.agentId}`)
    await route.fulfill({ response: await route.fetch(), body })
  })
  await open(page, url)
  await page.unroute(`**${url}`)
}

async function pageOf(page: Page, url: string, { email, pin }: Owner) {
  const multipart = { email, password: PASSWORD, ...(pin && { pin }) }
  const answer = await page.request.post('/rest/auth/login/', { multipart })
  expect(answer.status()).toBe(200)
  const html = await (await page.request.get(url)).text()
  return { html, agentId: /data-page-of="(\d+)"/.exec(html)?.[1] }
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
