import { expectAccessible } from './kit/axe.ts'
import { signInToDesk } from './kit/desk.ts'
import { expect, test } from './kit/server.ts'

test('today shows what waits, and each row leads on', async ({ page, server }) => {
  await signInToDesk(page, server, 'reader')
  await expectAccessible(page)
  const renewals = page.getByRole('region', { name: /^Refused renewals/ })
  await expect(renewals.getByRole('listitem').first()).toContainText('$')
  await expect(page.getByText('No dispute is waiting for an answer.')).toBeVisible()
  await page
    .getByRole('navigation', { name: 'Queues' })
    .getByRole('link', { name: /Refused renewals/ })
    .click()
  await expect(renewals).toBeInViewport()
  await renewals
    .getByRole('link', { name: /^Open the account/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/desk\/accounts\/\d{6}\/$/)
})

test('a helper sends a link to someone who left a sign-up, by keyboard and with a reason', async ({
  page,
  server,
}) => {
  await signInToDesk(page, server, 'helper')
  const left = page.getByRole('region', { name: /^Sign-ups left at the card/ })
  await left.getByRole('button', { name: 'Send a link to unfinished@example.com' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Send a link to unfinished@example.com?' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send a link' }).click()
  await expect(dialog.getByText('Enter a reason').first()).toBeVisible()
  await dialog.getByLabel('Reason').fill('They called and asked for it')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(
    page
      .getByRole('status')
      .filter({ hasText: 'A link to finish the sign-up is being sent to unfinished@example.com.' }),
  ).toBeFocused()
  await expect(left.getByText('Done')).toBeVisible()
  await expectAccessible(page)
})
