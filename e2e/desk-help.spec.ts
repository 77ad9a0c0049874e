import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { liveAccounts, newCustomer } from './kit/customer.ts'
import { pressEnter, signInToDesk } from './kit/desk.ts'
import { mailTo, pathsIn } from './kit/mailbox.ts'
import { addAuthenticator, addPasskey, signOut } from './kit/passkeys.ts'
import { expect, hydrated, open, overflowOf, signedInAs, test } from './kit/visitor.ts'

test.use({ serverEnv: liveAccounts })

const REASON = 'They called and named the last bill.'
const main = (page: Page) => page.getByRole('main')

async function doIt(page: Page, button: string) {
  await expect(page.getByRole('heading', { name: 'What will happen' })).toBeVisible()
  await expectAccessible(page)
  expect(await overflowOf(page)).toBe(0)
  await page.getByLabel('Reason').fill(REASON)
  await pressEnter(page.getByRole('button', { name: button }))
  await expect(page.getByRole('heading', { name: 'Done' })).toBeFocused()
  await expectAccessible(page)
}

/** The number of the account of somebody who is signed in. */
async function numberOf(page: Page): Promise<string> {
  await open(page, '/account/')
  return /"pin":"(\d{6})"/.exec(await page.content())?.[1] ?? ''
}

test('a helper sees what an action will do, gives a reason, and finds it on the timeline', async ({
  page,
  server,
  browser,
}) => {
  const email = await newCustomer(page)
  await signedInAs(page, email)
  const number = await numberOf(page)
  const desk = await (await browser.newContext({ viewport: page.viewportSize() })).newPage()
  await signInToDesk(desk, server, 'helper')
  await desk.goto(`${server.deskUrl}/desk/accounts/${number}/`)
  await main(desk)
    .getByRole('link', { name: /^Help \w/ })
    .first()
    .press('Enter')
  await expectAccessible(desk)
  await main(desk).getByRole('link', { name: 'End sessions' }).press('Enter')
  await expect(main(desk)).toContainText(/is signed out: \d+ session/)
  // Without a reason nothing is done, and the field says why.
  await pressEnter(desk.getByRole('button', { name: 'End sessions' }))
  await expect(desk.getByLabel('Reason')).toBeFocused()
  await doIt(desk, 'End sessions')
  await page.goto('/account/')
  await expect(page).toHaveURL(/\/login\//)

  await desk.goto(`${server.deskUrl}/desk/accounts/${number}/help/?action=reset-link`)
  await main(desk).getByRole('listitem').getByRole('link').first().press('Enter')
  await doIt(desk, 'Send a link to set a new password')
  const mail = await mailTo(page.request, { email, subject: /Reset your password/ })
  expect(pathsIn(mail.plain, '/password-reset/')).toHaveLength(1)

  await main(desk).getByRole('link', { name: 'Back to the account' }).press('Enter')
  const timeline = desk.getByRole('region', { name: 'Timeline' })
  await expect(timeline).toContainText(`Reason: ${REASON}`)
  await expect(timeline).toContainText('Sent a link to set a new password')
  await desk.context().close()
})

test('a recovery that began meanwhile is refused with the moment at which it ends', async ({
  page,
  server,
  browser,
}) => {
  await signedInAs(page, await newCustomer(page))
  await addAuthenticator(page)
  await addPasskey(page)
  const number = await numberOf(page)
  const context = await browser.newContext({ viewport: page.viewportSize() })
  const [first, second] = [await context.newPage(), await context.newPage()]
  await signInToDesk(first, server, 'helper')
  for (const desk of [first, second]) {
    await desk.goto(`${server.deskUrl}/desk/accounts/${number}/help/?action=recovery`)
    await main(desk).getByRole('listitem').getByRole('link').first().press('Enter')
    await expect(desk.getByRole('heading', { name: 'What will happen' })).toBeVisible()
  }
  const button = 'Remove a lost second factor'
  await doIt(first, button)
  await second.getByLabel('Reason').fill('They called again.')
  await pressEnter(second.getByRole('button', { name: button }))
  await expect(second.getByRole('alert').filter({ hasText: /\S/ })).toContainText(
    /This was already requested. The second factor will be removed on .+\./,
  )
  await expectAccessible(second)
  expect(await overflowOf(second)).toBe(0)
  await context.close()
})

test('an account changes hands once its owner and the next one have agreed by their links', async ({
  page,
  server,
  browser,
}) => {
  const ownerEmail = await newCustomer(page, { hosted_lead_management_count: 2, total: 159 })
  await signedInAs(page, ownerEmail)
  const number = await numberOf(page)
  const desk = await (await browser.newContext({ viewport: page.viewportSize() })).newPage()
  await signInToDesk(desk, server, 'helper')

  const nextEmail = `sam.${randomUUID().slice(0, 8)}@example.com`
  await desk.goto(`${server.deskUrl}/desk/accounts/${number}/help/?action=invite`)
  await desk.getByLabel('Email').fill(nextEmail)
  await doIt(desk, 'Invite a person')
  const invitation = await mailTo(page.request, { email: nextEmail, subject: /invited to join/ })
  const next = await (
    await browser.newContext({ baseURL: server.url, viewport: page.viewportSize() })
  ).newPage()
  await open(next, pathsIn(invitation.plain, '/account/invitation/')[0] ?? '')
  await next.getByLabel('Full name').fill('Sam Lee')
  await next.getByLabel('Password', { exact: true }).fill('maple otter brass')
  await next.getByLabel('Confirm password').fill('maple otter brass')
  await next.getByRole('button', { name: 'Join' }).click()
  await expect(next.getByRole('heading', { name: 'Success!' })).toBeFocused()

  await desk.goto(`${server.deskUrl}/desk/accounts/${number}/help/?action=hand-over`)
  await main(desk).getByRole('link', { name: 'Sam Lee' }).press('Enter')
  await doIt(desk, 'Hand the account over to another person')
  await desk.goto(`${server.deskUrl}/desk/accounts/${number}/`)
  await expect(desk.getByRole('region', { name: 'Open' })).toContainText(
    'Hand-over to Sam Lee is waiting for',
  )

  const toNext = await mailTo(page.request, { email: nextEmail, subject: /own the account/ })
  await open(next, pathsIn(toNext.plain, '/account/hand-over/')[0] ?? '')
  await expectAccessible(next)
  await pressEnter(next.getByRole('button', { name: 'Agree' }))
  await expect(next.getByText('You have agreed.')).toBeVisible()
  await expectAccessible(next)

  const toOwner = await mailTo(page.request, { email: ownerEmail, subject: /the owner of your account/ })
  // The owner has a passkey, and is signed in with the password alone.
  await addAuthenticator(page)
  await addPasskey(page)
  await signOut(page)
  await signedInAs(page, ownerEmail)
  await open(page, pathsIn(toOwner.plain, '/account/hand-over/')[0] ?? '')
  await page.setViewportSize({ width: 320, height: 640 })
  await expectAccessible(page)
  await pressEnter(page.getByRole('button', { name: 'Confirm it’s you' }))
  const confirm = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expect(confirm.getByRole('button', { name: 'Use a passkey' })).toBeFocused()
  expect(await overflowOf(page)).toBe(0)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Agree' })).toBeVisible()
  await hydrated(page)
  expect(await overflowOf(page)).toBe(0)
  await expectAccessible(page)
  await pressEnter(page.getByRole('button', { name: 'Agree' }))
  await expect(page.getByRole('heading', { name: 'The account has a new owner' })).toBeVisible()
  await expectAccessible(page)

  await desk.reload()
  await expect(desk.getByRole('region', { name: 'People' }).getByRole('listitem').first()).toContainText(
    'Sam Lee',
  )
  await next.context().close()
  await desk.context().close()
})
