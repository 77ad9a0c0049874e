import * as messages from '#contract/features/sign-up/messages.ts'
import { ACCOUNT, BUSINESS, dialog } from './kit/legacy.ts'
import { answer, complaint, field, LOOK_UP, newEmail, next, previous } from './kit/sign-up.ts'
import { expect, open, test } from './kit/visitor.ts'

test.use({ expectedConsoleErrors: [/status of (400|500)|ERR_FAILED/] })

test('the email of step one is looked up on leaving and on Next [L12-09]', { tag: '@wide' }, async ({
  page,
}) => {
  await open(page, ACCOUNT)
  await field(page, 'Email').fill('canceled@example.com')
  await field(page, 'Email').press('Tab')
  await expect(complaint(page, 'Email')).toHaveText(messages.emailTaken)
  await next(page).click()
  await expect(page).toHaveURL(ACCOUNT)
  const warning = dialog(page, 'Warning')
  await field(page, 'Email').fill('unfinished@example.com')
  await field(page, 'Email').press('Tab')
  await expect(warning).toContainText(messages.signUpUnfinished)
  await warning.getByRole('button', { name: 'Cancel' }).click()
  await expect(field(page, 'Email')).toBeFocused()
  await answer(page, LOOK_UP, 500, { errors: 'Away' })
  await field(page, 'Email').fill(newEmail())
  await next(page).click()
  await expect(complaint(page, 'Email')).toHaveText('Server error.')
  await page.unroute(`**${LOOK_UP}`)
  const data = { status: 'invalid_data', message: 'That domain takes no mail.', pin: '', email: '' }
  await answer(page, LOOK_UP, 200, { data })
  await next(page).click()
  await expect(complaint(page, 'Email')).toHaveText('That domain takes no mail.')
  await page.unroute(`**${LOOK_UP}`)
  await field(page, 'Email').fill('unfinished@example.com')
  await next(page).click()
  await warning.getByRole('button', { name: 'Proceed' }).click()
  await expect(page).toHaveURL(BUSINESS)
  await previous(page).click()
  await field(page, 'Email').fill('agent@example.com')
  await next(page).click()
  await expect(page).toHaveURL(/\/login\/\?status=busy\.active/)
})

test('a slow press on Next straight from the email asks once, and Proceed then goes on', {
  tag: '@wide',
}, async ({ page }) => {
  await open(page, ACCOUNT)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith(LOOK_UP)) asked.push(request.url())
  })
  await field(page, 'Email').fill('unfinished@example.com')
  await next(page).hover()
  await page.mouse.down()
  await page.evaluate(() => fetch('/health'))
  await page.mouse.up()
  await dialog(page, 'Warning').getByRole('button', { name: 'Proceed' }).click()
  await expect(page).toHaveURL(BUSINESS)
  expect(asked).toHaveLength(1)
})
