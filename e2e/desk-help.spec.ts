import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { liveAccounts, newCustomer } from './kit/customer.ts'
import { accountNumberOf, asOther, pressEnter } from './kit/desk.ts'
import { mailTo, pathsIn } from './kit/mailbox.ts'
import { addAuthenticator, addPasskey, signOut } from './kit/passkeys.ts'
import { expect, open, signedInAs, test } from './kit/visitor.ts'

test.use({ serverEnv: liveAccounts })

const REASON = 'They called and named the last bill.'
const main = (page: Page) => page.getByRole('main')

async function doIt(page: Page, button: string) {
  await expect(page.getByRole('heading', { name: 'What will happen' })).toBeVisible()
  await page.getByLabel('Reason').fill(REASON)
  await pressEnter(page.getByRole('button', { name: button }))
  await expect(page.getByRole('heading', { name: 'Done' })).toBeFocused()
}

test("a helper ends a person's sessions and sees it on the timeline with the reason", async ({
  page,
  server,
  browser,
}) => {
  await signedInAs(page, await newCustomer(page))
  const number = await accountNumberOf(page)
  const desk = await asOther(browser, server, 'helper')
  await desk.goto(`${server.deskUrl}/desk/accounts/${number}/`)
  await main(desk)
    .getByRole('link', { name: /^Help \w/ })
    .first()
    .click()
  await main(desk).getByRole('link', { name: 'End sessions' }).click()
  await expect(main(desk)).toContainText(/is signed out: \d+ session/)
  await doIt(desk, 'End sessions')
  await page.goto('/account/')
  await expect(page).toHaveURL(/\/login\//)
  await main(desk).getByRole('link', { name: 'Back to the account' }).click()
  await expect(desk.getByRole('region', { name: 'Timeline' })).toContainText(`Reason: ${REASON}`)
  await desk.context().close()
})

test('an account is handed over once its owner and the next one agree by their links', {
  tag: '@demo',
}, async ({ page, server, browser }) => {
  const ownerEmail = await newCustomer(page, { hosted_lead_management_count: 2, total: 159 })
  const number = await accountNumberOf(page)
  const desk = await asOther(browser, server, 'helper')
  const nextEmail = `sam.${randomUUID().slice(0, 8)}@example.com`
  await desk.goto(`${server.deskUrl}/desk/accounts/${number}/help/?action=invite`)
  await desk.getByLabel('Email').fill(nextEmail)
  await doIt(desk, 'Invite a person')
  const invitation = await mailTo(page.request, { email: nextEmail, subject: /invited to join/ })
  const next = await (await browser.newContext({ baseURL: server.url })).newPage()
  await open(next, pathsIn(invitation.plain, '/account/invitation/')[0] ?? '')
  await next.getByLabel('Full name').fill('Sam Lee')
  await next.getByLabel('Password', { exact: true }).fill('maple otter brass')
  await next.getByLabel('Confirm password').fill('maple otter brass')
  await next.getByRole('button', { name: 'Join' }).click()
  await expect(next.getByRole('heading', { name: 'Success!' })).toBeFocused()

  await desk.goto(`${server.deskUrl}/desk/accounts/${number}/help/?action=hand-over`)
  await main(desk).getByRole('link', { name: 'Sam Lee' }).click()
  await doIt(desk, 'Hand the account over to another person')
  const toNext = await mailTo(page.request, { email: nextEmail, subject: /own the account/ })
  await open(next, pathsIn(toNext.plain, '/account/hand-over/')[0] ?? '')
  await next.getByRole('button', { name: 'Agree' }).click()
  await expect(next.getByText('You have agreed.')).toBeVisible()

  // The owner has a passkey, but is signed in by password alone.
  await addAuthenticator(page)
  await addPasskey(page)
  await signOut(page)
  await signedInAs(page, ownerEmail)
  const toOwner = await mailTo(page.request, { email: ownerEmail, subject: /the owner of your account/ })
  await open(page, pathsIn(toOwner.plain, '/account/hand-over/')[0] ?? '')
  await page.getByRole('button', { name: 'Confirm it’s you' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expect(confirm.getByRole('button', { name: 'Use a passkey' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Agree' })).toBeVisible()
  await expectAccessible(page)
  await pressEnter(page.getByRole('button', { name: 'Agree' }))
  await expect(page.getByRole('heading', { name: 'The account has a new owner' })).toBeVisible()

  await desk.goto(`${server.deskUrl}/desk/accounts/${number}/`)
  const people = desk.getByRole('region', { name: 'People' })
  await expect(people.getByRole('listitem').first()).toContainText('Sam Lee')
  await next.context().close()
  await desk.context().close()
})
