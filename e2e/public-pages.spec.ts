import { expect, test } from './kit/server.ts'
import { open } from './kit/visitor.ts'

test('the feedback form is shown in a frame that shrinks with the screen [CAN-01, RTE-15]', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/single/cancellation-feedback/?pin=204518')
  const frame = page.locator('iframe')
  await expect(frame).toHaveAttribute('sandbox', 'allow-forms allow-same-origin allow-scripts')
  expect(await frame.boundingBox()).toMatchObject({ width: 800, height: 1000 })
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await frame.boundingBox()).toMatchObject({ width: 350, height: 1000 })
  const form = page.frameLocator('iframe')
  await form.locator('html[data-hydrated]').waitFor()
  await expect(form.getByText('For account number 204518.')).toBeVisible()
  await form.getByLabel('Why are you leaving?').selectOption('Something is missing')
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(form.getByRole('heading', { level: 1, name: 'Thank you' })).toBeFocused()
})

test('the account number links the email-video partner, which redirects the person on [BMB-01, BMB-04, BMB-05]', {
  tag: '@demo',
}, async ({ page }) => {
  await open(page, '/demo/partner/')
  await page.getByRole('button', { name: 'Connect email video' }).click()
  await page.waitForURL(/\/integrations\/bombbomb\/redirect_uri\/\?code=/)
  await page.locator('html[data-hydrated]').waitFor()
  await page.getByLabel('Account Number').fill('204518')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL('/demo/partner/?email_video=linked')
  await expect(page.getByText('Your account is connected to the email-video partner.')).toBeVisible()
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('public pages show what can be read without one [BRS-01..BRS-03]', async ({ page }) => {
    const main = page.getByRole('main')
    await page.goto('/browser_select/?status=registered')
    await expect(main).toContainText('Success!')
    await expect(main).toContainText('do not support Internet Explorer')
    await expect(main.getByRole('link', { name: 'Firefox' })).toBeVisible()
    await expect(main).toContainText('Need some help?')

    await page.goto('/single/training-webinars/')
    await expect(page.locator('noscript p')).toBeVisible()
    await expect(page.locator('.webinars-refresh')).toHaveCount(1)
    await expect(page.locator('.webinars-refresh')).toBeHidden()

    await page.goto('/openapi/')
    await page.getByText('Request, shape 2 of 2').first().click()
    await expect(page.getByRole('table', { name: 'Request, shape 2 of 2' }).first()).toBeVisible()
  })
})
