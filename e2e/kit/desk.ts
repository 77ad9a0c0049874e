import type { Browser, BrowserContext, Locator, Page } from '@playwright/test'
import type { OperatorRole } from '#contract/desk/desk-roles.ts'
import type { BodyOf, Call } from '#contract/wire/call.ts'
import { DEMO_TOTP_SECRET, sampleOperators } from '../../server/demo/sample-operators.ts'
import { codeOf } from '../../server/identity/totp.ts'
import { expect, type test } from './server.ts'

type Server = Parameters<Parameters<typeof test>[2]>[0]['server']

const STEP_MS = 30_000
/** Each code works once: several sign-ins within half a minute each use a different valid one. */
const used = new Map<string, number>()

const cookies = new Map<string, Awaited<ReturnType<BrowserContext['cookies']>>>()

/** Opens Today as a sample operator. The first test of a server signs in, the others reuse its session. */
export async function signInToDesk(page: Page, server: Server, role: OperatorRole): Promise<void> {
  const who = server.deskUrl + sampleOperators[role].email
  const kept = cookies.get(who)
  if (kept) {
    await page.context().addCookies(kept)
    await page.goto(`${server.deskUrl}/desk/`)
    // Another test may have ended the session.
    if (new URL(page.url()).pathname === '/desk/') return
  }
  await typeSignIn(page, server, role)
  const set = await page.context().cookies(server.deskUrl)
  cookies.set(
    who,
    set.filter(({ name }) => name === 'desk_session'),
  )
}

async function typeSignIn(page: Page, server: Server, role: OperatorRole): Promise<void> {
  await page.goto(`${server.deskUrl}/desk/sign-in/`)
  await typePasswordAndCode(page, server, role)
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
}

/** Signs in on the page, as a person does. */
export async function typePasswordAndCode(page: Page, server: Server, role: OperatorRole): Promise<void> {
  const { email } = sampleOperators[role]
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('password1')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Six-digit code').fill(await codeFor(server.deskUrl + email))
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Another operator, in a separate browser. */
export async function asOther(browser: Browser, server: Server, role: OperatorRole): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await signInToDesk(page, server, role)
  return page
}

/** An operator beside a story's customer: reads what a desk page shows, and sends what its buttons send. */
export async function operatorBeside(browser: Browser, server: Server, role: OperatorRole) {
  const page = await asOther(browser, server, role)
  return {
    async valuesOf<Values>(path: string): Promise<Values> {
      await page.goto(`${server.deskUrl}${path}`)
      return page.evaluate(
        () => JSON.parse(document.querySelector('#page-props')?.textContent ?? '{}').values,
      )
    },
    async send<C extends Call>(call: C, body: Partial<BodyOf<C>>): Promise<number> {
      return (await page.request.post(`${server.deskUrl}${call.path}`, { data: body })).status()
    },
    close: () => page.context().close(),
  }
}

/** The account number of a signed-in customer. */
export async function accountNumberOf(page: Page): Promise<string> {
  const html = await (await page.request.get('/account/')).text()
  return /"pin":"(\d{6})"/.exec(html)?.[1] ?? ''
}

/** Opens a dialog, gives the reason and confirms. */
export async function decide(page: Page, opener: string, verb: string): Promise<void> {
  await pressEnter(page.getByRole('button', { name: opener }))
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Letter of the bank of November 3')
  await dialog.getByRole('button', { name: verb, exact: true }).click()
  await expect(dialog).toBeHidden()
}

/** The page's message about the outcome. */
export const outcomeOn = (page: Page): Locator =>
  page.getByRole('main').getByRole('status').filter({ hasText: /\S/ }).first()

/**
 * An unused code of this step or the next: the server accepts both, and the previous one, which may have
 * expired by the time a busy machine sends it. If both were used, waits for the next step.
 */
async function codeFor(who: string): Promise<string> {
  const now = () => Math.floor(Date.now() / STEP_MS)
  const step = Math.max(now(), (used.get(who) ?? 0) + 1)
  used.set(who, step)
  await expect.poll(now, { timeout: 2 * STEP_MS }).toBeGreaterThanOrEqual(step - 1)
  return codeOf(DEMO_TOTP_SECRET, new Date(step * STEP_MS + 1000))
}

/** A page reached by a link may not be hydrated yet: a button would be disabled, or do nothing. */
export async function pressEnter(button: Locator): Promise<void> {
  // First, so that the previous page is not found hydrated instead.
  await button.waitFor()
  await button.page().locator('html[data-hydrated]').waitFor()
  await button.press('Enter')
}
