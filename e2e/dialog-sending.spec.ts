import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { noAnswer } from '#contract/desk/refusals.ts'
import { expectAccessible } from './kit/axe.ts'
import { liveAccounts, newCustomer } from './kit/customer.ts'
import { pressEnter, signInToDesk } from './kit/desk.ts'
import { addAuthenticator, addPasskey } from './kit/passkeys.ts'
import { expect, open, overflowOf, signedInAs, test } from './kit/visitor.ts'

/** What is asked in a dialog cannot be called off any more once it is sent: the dialog stays until the answer is there. */

test.use({ serverEnv: liveAccounts, expectedConsoleErrors: [/status of 40[09]/] })

const dialog = (page: Page) => page.getByRole('dialog')
const cancel = (page: Page) => dialog(page).getByRole('button', { name: 'Cancel' })
const sending = (page: Page) => dialog(page).getByRole('status').filter({ hasText: 'Sending' })
const newSecret = (page: Page) => page.getByRole('button', { name: 'New secret for Demo Partner' })

/** Requests of this path reach the server at once; their answers wait until they are released. */
async function holdAnswers(page: Page, path: string, refusal?: { status: number; json: object }) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(`**${path}`, async (route) => {
    const answer = refusal ?? { response: await route.fetch() }
    await promise
    await route.fulfill(answer)
  })
  return { release: resolve }
}

/** Tries every way to close the dialog; Chromium lets the second Escape through. */
async function expectHeld(page: Page) {
  await expect(sending(page)).toHaveText('Sending. Please wait')
  await expect(cancel(page)).toBeDisabled()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.mouse.click(2, 2)
  await expect(dialog(page)).toBeVisible()
  await expectAccessible(page)
  expect(await overflowOf(page)).toBe(0)
}

async function sendNewSecret(page: Page) {
  await pressEnter(newSecret(page))
  await dialog(page).getByLabel('Reason').fill('Asked for in a meeting')
  await pressEnter(dialog(page).getByRole('button', { name: 'Make a new secret', exact: true }))
}

test('at the desk: it stays open, and a secret that is shown once is shown', async ({ page, server }) => {
  await signInToDesk(page, server, 'admin')
  await open(page, `${server.deskUrl}/desk/partners/`)
  const answers = await holdAnswers(page, '/desk/api/partners/rotate/')
  await sendNewSecret(page)
  await expectHeld(page)
  await expect(dialog(page).getByRole('button', { name: 'Close' })).toBeDisabled()
  answers.release()
  await expect(dialog(page)).toBeHidden()
  const outcome = page.getByRole('main').getByRole('status').filter({ hasText: 'has a new secret' })
  await expect(outcome).toBeFocused()
  await expect(outcome.locator('code')).toHaveText(/^\S{20,}$/)
})

test('at the desk: a refusal is shown, and then it can be closed', async ({ page, server }) => {
  await signInToDesk(page, server, 'admin')
  await open(page, `${server.deskUrl}/desk/partners/`)
  const errors = { reason: ['Say more about why.'] }
  const answers = await holdAnswers(page, '/desk/api/partners/rotate/', { status: 400, json: { errors } })
  await sendNewSecret(page)
  await expectHeld(page)
  answers.release()
  await expect(dialog(page).getByText('Say more about why.').first()).toBeVisible()
  await expect(sending(page)).toBeHidden()
  await cancel(page).click()
  await expect(dialog(page)).toBeHidden()
  await expect(newSecret(page)).toBeFocused()
})

test('at the desk: if no answer comes, it says that nobody knows, and lets the person go', async ({
  page,
  server,
}) => {
  await signInToDesk(page, server, 'admin')
  await page.clock.install()
  await open(page, `${server.deskUrl}/desk/partners/`)
  await page.route('**/desk/api/partners/rotate/', () => {})
  await sendNewSecret(page)
  await expectHeld(page)
  await page.clock.fastForward(60_000)
  await expect(dialog(page).getByRole('alert')).toHaveText(noAnswer)
  await expectAccessible(page)
  expect(await overflowOf(page)).toBe(0)
  await cancel(page).click()
  await expect(dialog(page)).toBeHidden()
})

test('of people: it stays open, and a refusal is shown in it', async ({ page }) => {
  const plan = { hosted_lead_management_count: 4, triple_line_power_dialer_count: 2, total: 318 }
  await signedInAs(page, await newCustomer(page, plan))
  const email = `sam.${randomUUID().slice(0, 8)}@northshore.example`
  await page.request.post('/rest/account/people/invite/', { data: { email, role: 'user' } })
  await open(page, '/account/people/')
  const refusal = { status: 400, json: { errors: 'This invitation is no longer open.' } }
  const answers = await holdAnswers(page, '/rest/account/people/role/', refusal)
  await page.getByRole('button', { name: new RegExp(`role.*${email}`, 'i') }).click()
  await dialog(page).getByLabel('Role').selectOption('Admin')
  await dialog(page).getByRole('button', { name: 'Save role' }).click()
  await expectHeld(page)
  answers.release()
  await expect(dialog(page).getByRole('alert')).toHaveText('This invitation is no longer open.')
  await page.setViewportSize({ width: 320, height: 640 })
  // The email in the title is one long word.
  expect(await dialog(page).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
})

test('of passkeys: it stays open, and a refusal is shown in it', async ({ page }) => {
  await signedInAs(page, await newCustomer(page))
  await addAuthenticator(page)
  await addPasskey(page)
  const refusal = { status: 400, json: { errors: { name: ['Choose another name.'] } } }
  const answers = await holdAnswers(page, '/rest/account/passkeys/rename/', refusal)
  await page.getByRole('button', { name: /^Rename/ }).click()
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expectHeld(page)
  answers.release()
  await expect(dialog(page).getByText('Choose another name.').first()).toBeVisible()
  await cancel(page).click()
  await expect(dialog(page)).toBeHidden()
})
