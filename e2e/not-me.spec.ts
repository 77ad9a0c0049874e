import { liveAccounts, newCustomer } from './kit/customer.ts'
import { mailTo, pathsIn } from './kit/mailbox.ts'
import { expect, open, signedInAs, test } from './kit/visitor.ts'

test.use({ serverEnv: liveAccounts })

test('the link in a sign-in notice signs a stranger out everywhere', {
  tag: '@demo',
}, async ({ page }) => {
  const email = await newCustomer(page)
  await signedInAs(page, email)
  const notice = await mailTo(page.request, { email, subject: /A new sign-in/ })
  const [path = ''] = pathsIn(notice.plain, '/not-me/')
  await open(page, path)
  await page.getByRole('button', { name: 'Sign me out everywhere' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'You are signed out everywhere' })).toBeFocused()
  await page.goto('/account/')
  await expect(page).toHaveURL(/\/login\//)
  const locked = await mailTo(page.request, { email, subject: /password/i, after: notice.id })
  expect(pathsIn(locked.plain, '/password-reset/')).toHaveLength(1)
  await open(page, path)
  await expect(page.getByText('This link has already been used.')).toBeVisible()
})
