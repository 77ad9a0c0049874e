import type { Page } from '@playwright/test'
import { extractText, getDocumentProxy } from 'unpdf'
import { expectAccessible } from './kit/axe.ts'
import { fillCard, liveAccounts, newCustomer } from './kit/customer.ts'
import { mailTo, pathsIn } from './kit/mailbox.ts'
import { expect, hydrated, open, overflowOf, signedInAs, test } from './kit/visitor.ts'

const tile = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test.use({ serverEnv: liveAccounts })

test.describe('a payment that the bank refuses', () => {
  test.use({ expectedConsoleErrors: [/status of 400/] })

  test('a past-due account opens at its billing; a refused card says so, another one pays and opens the account', async ({
    page,
  }) => {
    await signedInAs(page, 'pastdue@example.com')
    await expect(page).toHaveURL('/account/billing/')
    await expect(page.getByRole('main')).toContainText('The last monthly payment did not go through.')
    await expect(tile(page, 'Open')).toContainText('$397.00 bill R-')
    await expect(tile(page, 'Open')).toContainText('we will try the card on file again on')
    await expect(page.getByRole('button', { name: 'Pay $397.00 with Visa ending in 0341' })).toBeEnabled()
    const menu = page.getByRole('navigation', { name: 'Your account', includeHidden: true })
    await expect(menu.locator('a')).toHaveText(['Billing'])
    await expectAccessible(page)
    await page.goto('/account/')
    await expect(page).toHaveURL('/account/billing/')
    await open(page, '/account/billing/')

    await page.getByRole('button', { name: 'Save card and pay $397.00' }).click()
    await expect(page.getByLabel('Card number')).toBeFocused()
    await fillCard(page, '4000000000000002')
    await page.getByRole('button', { name: 'Save card and pay $397.00' }).click()
    await expect(page.getByText('Your bank did not approve this card').first()).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await overflowOf(page)).toBe(0)

    await page.getByLabel('Card number').fill('4111111111111111')
    await page.getByRole('button', { name: 'Save card and pay $397.00' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'You paid $397.00.' })).toBeVisible()
    await expect(tile(page, 'Card on file')).toContainText('Visa ending in 1111')
    await expect(tile(page, 'Bills and receipts').getByRole('row').nth(1)).toContainText('Paid')
    // Said once: the URL does not keep it.
    await expect(page).toHaveURL('/account/billing/')
    await page.reload()
    await expect(page.getByText('You paid $397.00.')).toHaveCount(0)
    await open(page, '/account/')
    await expect(page).toHaveURL('/account/')
  })

  test('with nothing open a card that its bank refuses does not take the place of the good one', async ({
    page,
  }) => {
    await signedInAs(page, await newCustomer(page))
    await page.getByRole('link', { name: 'Update card' }).click()
    await hydrated(page)
    await tile(page, 'Card on file').getByText('Use another card').click()
    for (const [number, text] of [
      ['4000000000000002', 'Your bank did not approve this card. Nothing was changed'],
      ['4000000000000119', 'We could not reach the bank. Your card was not changed'],
    ] as const) {
      await fillCard(page, number)
      await page.getByRole('button', { name: 'Save card' }).click()
      await expect(page.getByText(text).first()).toBeVisible()
      await expectAccessible(page)
    }
    await open(page, '/account/billing/')
    await expect(tile(page, 'Card on file')).toContainText('Visa ending in 1111')
  })
})

test.describe('the link of a mail', () => {
  test.use({ expectedConsoleErrors: [/status of 400/] })

  test('a payment that failed is paid from the mail, without signing in, and the account is open again', async ({
    page,
    request,
  }) => {
    const mail = await mailTo(request, { email: 'team@example.com', subject: /did not go through/ })
    const [link = ''] = pathsIn(mail.plain, '/pay/')
    await open(page, link)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Pay for /)
    await expect(tile(page, 'Open')).toContainText('$397.00 bill R-')
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await overflowOf(page)).toBe(0)
    await fillCard(page, '4000000000000002')
    await page.getByRole('button', { name: 'Save card and pay $397.00' }).click()
    await expect(page.getByText('Your bank did not approve this card').first()).toBeVisible()
    const late = await page.context().newPage()
    await open(late, link)
    await page.getByRole('button', { name: 'Pay $397.00 with Visa ending in 0341' }).click()
    await expect(page.getByRole('heading', { name: 'Success!' })).toBeFocused()
    await expect(page.getByRole('main')).toContainText('You paid $397.00')
    await expectAccessible(page)
    // The other tab still shows its form: submitting it now is too late and changes nothing.
    await fillCard(late, '5555555555554444')
    await late.getByRole('button', { name: 'Save card and pay $397.00' }).click()
    await expect(late.getByRole('heading', { name: 'Nothing to pay' })).toBeFocused()
    await expect(late.getByRole('main')).toContainText(
      'Nothing was charged just now, and your card was not saved.',
    )
    await late.close()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nothing to pay')
    await expect(page.getByRole('main')).toContainText('There is nothing to pay for')
    await expect(page.getByLabel('Card number')).toHaveCount(0)
    await expectAccessible(page)
    await page.goto('/account/')
    await expect(page).toHaveURL('/login/?next=%2Faccount%2F')
    await mailTo(request, { email: 'team@example.com', subject: /^Receipt/, after: mail.id })
    await open(page, `${link.slice(0, -2)}/`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link is no longer valid')
    await expectAccessible(page)
  })
})

test('with nothing open another card takes the place of the one on file, and nothing is charged', async ({
  page,
}) => {
  await signedInAs(page, await newCustomer(page))
  await page.getByRole('link', { name: 'Update card' }).click()
  await hydrated(page)
  const card = tile(page, 'Card on file')
  await expect(card).toContainText('Visa ending in 1111')
  await card.getByText('Use another card').click()
  await fillCard(page, '5555555555554444')
  await page.getByRole('button', { name: 'Save card' }).click()
  await expect(page.getByText('Your new card is on file. Nothing was charged.')).toBeVisible()
  await expect(tile(page, 'Card on file')).toContainText('Mastercard ending in 4444')
  await expect(page).toHaveURL('/account/billing/')
  await expect(tile(page, 'Bills and receipts').locator('tbody tr')).toHaveCount(1)
})

test('a bill reads well as a page, on paper and as a PDF, and says why it differs', async ({ page }) => {
  await signedInAs(page, 'agent@example.com')
  await expect(page).toHaveURL('/account/')
  await page.getByRole('link', { name: 'All bills and receipts' }).click()
  await expectAccessible(page)
  await tile(page, 'Bills and receipts')
    .getByRole('link', { name: /^R-\d+$/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Receipt R-\d+$/)
  const bill = page.getByRole('article')
  await expect(bill).toContainText('North Shore Realty')
  await expect(bill).toContainText('$49.00 more than the month before')
  await expect(bill).toContainText('Total in US dollars$397.00')
  await expectAccessible(page)
  await page.emulateMedia({ media: 'print' })
  await expect(bill).toBeVisible()
  for (const unprinted of [page.getByRole('banner'), page.getByRole('link', { name: 'PDF' })])
    await expect(unprinted).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  const address = await page.getByRole('link', { name: 'PDF' }).getAttribute('href')
  const pdf = await page.request.get(address ?? '')
  expect(pdf.headers()['content-type']).toBe('application/pdf')
  expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-')
})

test('from the phone app billing is one column under the logo, with a title of its own', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await open(page, '/login/?mr=1')
  await page.getByLabel('Email').fill('agent@example.com')
  await page.getByLabel('Password', { exact: true }).fill('password1')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL('/account/billing/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manage your payment')
  await expect(page.getByRole('navigation')).toHaveCount(0)
  expect(await overflowOf(page)).toBe(0)
  await expectAccessible(page)
})

test('a long bill on paper begins below its title, and its total stands with its last lines', {
  tag: '@wide',
}, async ({ page }) => {
  await signedInAs(page, 'agent@example.com')
  await page.goto('/account/billing/')
  await page.getByRole('link', { name: /^R-/ }).first().click()
  await expect(page.getByRole('article')).toContainText('Total')
  await page.locator('html[data-hydrated]').waitFor()
  const wrong: string[][] = []
  // The first sheet is full at one of these.
  for (let lines = 1; lines <= 20; lines += 1) {
    await page.evaluate(() => {
      const line = document.querySelector('.billing-lines tbody tr')
      line?.parentElement?.append(line.cloneNode(true))
    })
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(await page.pdf())))
    const [first = '', last = ''] = [text[0], text.at(-1)]
    if (!first.includes('Billed to') || !/Unit price.*\$139\.00.*Total/s.test(last)) wrong.push(text)
  }
  expect(wrong).toEqual([])
})
