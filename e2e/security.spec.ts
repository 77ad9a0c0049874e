import { randomUUID } from 'node:crypto'
import { liveAccounts, newCustomer } from './kit/customer.ts'
import { mailTo, pathsIn } from './kit/mailbox.ts'
import { expect, open, signedInAs, signInAs, test } from './kit/visitor.ts'

test.use({ serverEnv: liveAccounts })

test('a new email waits for its mailed link across a reload, then signs in', { tag: '@demo' }, async ({
  page,
}) => {
  const former = await newCustomer(page)
  await signedInAs(page, former)
  await open(page, '/account/security/')
  const next = `dana.${randomUUID().slice(0, 8)}@northshore.example`
  const email = page.getByRole('region', { name: 'Change your email' })
  await email.getByLabel('New email').fill(next)
  await email.getByRole('button', { name: 'Send the link' }).click()
  const news = email.getByRole('status').first()
  await expect(news).toContainText(`We sent a link to ${next}.`)
  await page.reload()
  await expect(news).toContainText(`We sent a link to ${next}.`)

  const { plain } = await mailTo(page.request, { email: next, subject: /^Confirm/ })
  await open(page, pathsIn(plain, '/account/email/')[0] ?? '')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'Success!' })).toBeFocused()
  await mailTo(page.request, { email: former, subject: /^Your email was changed$/ })
  await page.getByRole('link', { name: 'Go to your account' }).click()
  await expect(page).toHaveURL('/account/')
  await page.context().clearCookies()
  await signInAs(page, next)
  await expect(page).toHaveURL('/account/')
})

test('ending a session on the page signs its browser out', async ({ page, browser, server }) => {
  const email = await newCustomer(page)
  const other = await browser.newPage({ baseURL: server.url })
  await signedInAs(other, email)
  await page.context().clearCookies()
  await signedInAs(page, email)
  await open(page, '/account/security/')
  const sessions = page.getByRole('region', { name: 'Where you are signed in' })
  // The previous one was the last to be used.
  await sessions
    .locator('tbody tr')
    .nth(1)
    .getByRole('button', { name: /^Sign out/ })
    .click()
  await expect(sessions.getByRole('status')).toHaveText(/^Chrome \d+ was signed out\.$/)
  await other.reload()
  await expect(other).toHaveURL('/login/?status=session_ended&next=%2Faccount%2F')
  await other.close()
})
