import type { Browser, Page } from '@playwright/test'
import { extractText, getDocumentProxy } from 'unpdf'
import { deskPages } from '#contract/desk/desk-pages.ts'
import { type QueueValues, settleCharge } from '#contract/desk/today.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { ANSWERS_LATE, fillCard, liveAccounts } from './kit/customer.ts'
import { operatorBeside } from './kit/desk.ts'
import { mailTo, pathsIn } from './kit/mailbox.ts'
import type { Server } from './kit/start-server.ts'
import { expect, open, signedInAs, test } from './kit/visitor.ts'

// Each story pays for a different sample account.
test.use({ serverEnv: liveAccounts, expectedConsoleErrors: [/status of (?:400|409)/] })

const tile = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const waiting = (page: Page) => page.getByText('being confirmed with the bank').first()

/**
 * An operator queries the bank at the desk, where a charge is listed once its answer is late, unless the
 * renewal job was faster. Until the page knows the answer.
 */
async function answerNow(browser: Browser, server: Server, page: Page) {
  const operator = await operatorBeside(browser, server, 'money')
  const body = { word: 'none', reason: 'The customer waits' }
  await expect
    .poll(
      async () => {
        const { rows } = await operator.valuesOf<QueueValues>(
          fillPath(deskPages.queue.path, { queue: 'charges' }),
        )
        for (const { action } of rows)
          if (action.kind === 'settle-charge')
            await operator.send(settleCharge, { charge: action.charge, ...body })
        return waiting(page).isVisible()
      },
      { timeout: 75_000, intervals: [1_000] },
    )
    .toBe(false)
  await operator.close()
}

test('a past-due account opens at billing until a card pays; a declined card says so', {
  tag: '@narrow',
}, async ({ page }) => {
  await signedInAs(page, 'pastdue@example.com')
  await page.goto('/account/')
  await expect(page).toHaveURL('/account/billing/')
  const pay = page.getByRole('button', { name: 'Save card and pay $397.00' })
  await fillCard(page, '4000000000000002')
  await pay.click()
  await expect(page.getByText('Your bank did not approve this card').first()).toBeVisible()
  await page.getByLabel('Card number').fill('4111111111111111')
  await pay.click()
  const paid = page.getByRole('status').filter({ hasText: 'You paid $397.00.' })
  await expect(paid).toBeVisible()
  await expect(tile(page, 'Card on file')).toContainText('Visa ending in 1111')
  await expect(tile(page, 'Bills and receipts').getByRole('row').nth(1)).toContainText('Paid')
  // Announced once: the URL does not keep it.
  await expect(page).toHaveURL('/account/billing/')
  await page.reload()
  await expect(paid).toHaveCount(0)
  await open(page, '/account/')
  await expect(page).toHaveURL('/account/')
})

test('a payment by a mailed link is followed across a reload until the bank answers', {
  tag: '@demo',
}, async ({ page, request, browser, server }) => {
  const mail = await mailTo(request, { email: 'team@example.com', subject: /did not go through/ })
  const [link = ''] = pathsIn(mail.plain, '/pay/')
  await open(page, link)
  await fillCard(page, ANSWERS_LATE)
  await page.getByRole('button', { name: 'Save card and pay $397.00' }).click()
  await expect(waiting(page)).toBeVisible()
  await page.reload()
  await expect(tile(page, 'Open').getByText('being confirmed with the bank')).toBeVisible()
  await expect(page.getByRole('button', { name: /^(Pay|Save card)/ })).toHaveCount(0)
  await answerNow(browser, server, page)
  await expect(page.getByRole('heading', { name: 'Success!' })).toBeFocused({ timeout: 20_000 })
  await mailTo(request, { email: 'team@example.com', subject: /^Receipt/, after: mail.id })
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nothing to pay')
  // The link pays, but signs nobody in.
  await page.goto('/account/')
  await expect(page).toHaveURL('/login/?next=%2Faccount%2F')
})

test('an ended account is reactivated and charged once, even from two tabs', async ({ page, context }) => {
  await signedInAs(page, 'canceled@example.com')
  await page.goto('/account/')
  await expect(page).toHaveURL('/account/reactivate/')
  const second = await context.newPage()
  await open(second, '/account/reactivate/')
  for (const tab of [page, second]) {
    await tab.getByRole('button', { name: 'Pay $397.00 with Visa ending in 1111' }).click()
    await expect(tab).toHaveURL('/account/')
  }
  await expect(tile(page, 'Next charge')).toContainText('$397.00')
  await open(page, '/account/billing/')
  await expect(tile(page, 'Bills and receipts').locator('tbody tr')).toHaveCount(3)
})

test('a long printed bill begins below its title and keeps its total with the last lines', async ({
  page,
}) => {
  await signedInAs(page, 'agent@example.com')
  await page.getByRole('link', { name: 'All bills and receipts' }).click()
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
