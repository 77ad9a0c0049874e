import type { Page } from '@playwright/test'
import type { OperatorRole } from '#contract/desk/desk-roles.ts'
import { DEMO_TOTP_SECRET, sampleOperators } from '../../server/demo/sample-operators.ts'
import { codeOf } from '../../server/identity/totp.ts'
import { expect, type test } from './server.ts'

type Server = Parameters<Parameters<typeof test>[2]>[0]['server']

const STEP_MS = 30_000
/** Each code works once: of several sign-ins in one half minute, each takes another one of those that are valid. */
const used = new Map<string, number>()

/** Signs a sample operator in at the desk, and leaves the page at Today. */
export async function signInToDesk(page: Page, server: Server, role: OperatorRole): Promise<void> {
  const { email } = sampleOperators[role]
  await page.goto(`${server.deskUrl}/desk/sign-in/`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('password1')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Six-digit code').fill(codeFor(server.deskUrl + email))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
}

/** A code of the step before, of this one or of the next, that was not used yet: the server accepts all three. */
function codeFor(who: string): string {
  const now = Math.floor(Date.now() / STEP_MS)
  const step = Math.max(now - 1, (used.get(who) ?? 0) + 1)
  used.set(who, step)
  return codeOf(DEMO_TOTP_SECRET, new Date(step * STEP_MS + 1000))
}
