import { outcomeOn, signInToDesk } from './kit/desk.ts'
import { expect, open, test } from './kit/visitor.ts'

test('the secret of a new partner is shown once and not after Back', async ({ page, server }) => {
  await signInToDesk(page, server, 'admin')
  await open(page, `${server.deskUrl}/desk/partners/`)
  await page.getByRole('button', { name: 'Register a partner' }).click()
  const dialog = page.getByRole('dialog')
  const name = `Mailer ${Date.now()}`
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Redirect URIs').fill('https://mailer.example/callback')
  await dialog.getByLabel('Reason').fill('Asked for in a meeting')
  await dialog.getByRole('button', { name: 'Register' }).click()
  const secret = (await outcomeOn(page).locator('code').textContent()) ?? ''
  expect(secret).toMatch(/^\S{20,}$/)
  await open(page, `${server.deskUrl}/desk/settings/`)
  await page.goBack()
  await expect(page.getByRole('region', { name })).toContainText('https://mailer.example/callback')
  expect(await page.content()).not.toContain(secret)
})
