import type { Page } from '@playwright/test'
import {
  expectComplaint,
  expectContent,
  field,
  form,
  GALLERY,
  holdScripts,
  openForm,
  submit,
  summary,
} from './kit/form-kit.ts'
import { expect, test } from './kit/server.ts'

test('what is typed before the script is there is kept, judged and not complained of', async ({ page }) => {
  const scripts = await holdScripts(page)
  await page.goto(GALLERY, { waitUntil: 'commit' })
  await field(page, 'Email').fill('half an address')
  await field(page, 'Account password').fill('secret99')
  await field(page, 'Mobile phone').fill('312.555.0148')
  await field(page, 'Industry').selectOption('Mortgage')
  await field(page, 'Note (optional)').fill('Early')
  await page.getByRole('checkbox', { name: 'By mail' }).check()
  await expect(page.getByRole('button', { name: 'Next', exact: true })).toBeDisabled()
  await expect(page.locator('form[data-hydrated]')).toHaveCount(0)

  scripts.release()
  await page.locator('form[data-hydrated]').first().waitFor()
  await expect(page.getByRole('button', { name: 'Next', exact: true })).toBeEnabled()
  await expect(field(page, 'Email')).toHaveValue('half an address')
  await expect(field(page, 'Account password')).toHaveValue('secret99')
  await expect(field(page, 'Mobile phone')).toHaveValue('(312) 555-0148')
  await expect(field(page, 'Industry')).toHaveValue('Mortgage')
  await expect(field(page, 'Note (optional)')).toHaveValue('Early')
  await expect(page.getByRole('checkbox', { name: 'By mail' })).toBeChecked()
  await expectContent(page, 'Email')
  await submit(page)
  await expectComplaint(page, 'Email', 'Enter a valid email address')
  await expect(summary(page)).not.toContainText('Industry')
  await expect(summary(page)).not.toContainText('How may we reach you?')
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })
  test('a form that needs one says so', async ({ page }) => {
    await page.goto(GALLERY)
    await expect(form(page).locator('noscript p')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Next', exact: true })).toBeDisabled()
    await expect(form(page).getByRole('button', { name: 'Show password' })).toHaveCount(0)
  })
})

test.describe('a form that posts by itself', () => {
  const posting = (page: Page) => page.getByRole('form', { name: 'Posting' })
  const button = (page: Page) => posting(page).getByRole('button', { name: 'Submit and leave' })

  test('is ready to post, and to say why it was refused, before any script', async ({ page }) => {
    await holdScripts(page)
    await page.goto(`${GALLERY}?refused=1`, { waitUntil: 'commit' })
    await expect(posting(page)).toHaveAttribute('method', 'post')
    await expect(posting(page)).toHaveAttribute('novalidate')
    await expect(button(page)).toBeEnabled()
    const email = posting(page).getByLabel('Email')
    await expect(email).toHaveValue('posted@example.com')
    await expect(email).toHaveAccessibleDescription('We do not know this email.')
    await expect(posting(page).getByRole('alert')).toHaveText('Choose which account to use.')
    await posting(page).locator('.summary').getByRole('link', { name: 'Email' }).click()
    await expect(email).toBeFocused()
    await page.route('**/dev/gallery/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: 'posted' }),
    )
    const post = page.waitForRequest((request) => request.method() === 'POST')
    await button(page).click()
    expect((await post).postData()).toContain('email=posted%40example.com')
    await expect(page.getByText('posted')).toBeVisible()
  })

  test('keeps the refusal when it is hydrated, and focuses the field [FRM-04, FRM-09]', async ({ page }) => {
    await page.goto(`${GALLERY}?refused=1`)
    await page.locator('form[data-hydrated]').last().waitFor()
    const email = posting(page).getByLabel('Email')
    await expect(email).toHaveAccessibleDescription('We do not know this email.')
    await expect(email).toBeFocused()
  })

  test('waits until it is valid, and submits once however often it is pressed', async ({ page }) => {
    await openForm(page)
    await expect(button(page)).toBeDisabled()
    await posting(page).getByLabel('Email').fill('dana@example.com')
    await posting(page).getByLabel('Password', { exact: true }).fill('secret99')
    await expect(button(page)).toBeEnabled()
    await button(page).click()
    const busy = posting(page).getByRole('button', { name: 'Submit and leave Please wait' })
    await expect(busy).toHaveAttribute('aria-busy', 'true')
    await busy.click({ force: true })
    await posting(page).getByLabel('Email').press('Enter')
    await expect(posting(page).getByText('Submitted 1 times')).toBeVisible()
  })
})
