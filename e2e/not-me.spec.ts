import { expectAccessible } from './kit/axe.ts'
import { liveAccounts, newCustomer } from './kit/customer.ts'
import { mailTo, pathsIn } from './kit/mailbox.ts'
import { expect, open, overflowOf, signedInAs, test } from './kit/visitor.ts'

test.use({ serverEnv: liveAccounts })

test('somebody who did not sign in opens the link of the notice, and is signed out everywhere', async ({
  page,
}) => {
  const email = await newCustomer(page)
  await signedInAs(page, email)
  const notice = await mailTo(page.request, { email, subject: /A new sign-in/ })
  const [path = ''] = pathsIn(notice.plain, '/not-me/')
  await open(page, path)
  await expect(page.getByRole('heading', { name: 'Was this not you?' })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await overflowOf(page)).toBe(0)
  // Opening the link changes nothing.
  await open(page, '/account/')
  await expect(page).toHaveURL('/account/')

  await open(page, path)
  await page.getByRole('button', { name: 'Sign me out everywhere' }).press('Enter')
  await expect(page.getByText('You are signed out everywhere')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/account/')
  await expect(page).toHaveURL(/\/login\//)
  const locked = await mailTo(page.request, { email, subject: /password/i, after: notice.id })
  expect(pathsIn(locked.plain, '/password-reset/')).toHaveLength(1)

  await open(page, path)
  await expect(page.getByText('This link has already been used.')).toBeVisible()
  await expectAccessible(page)
})
