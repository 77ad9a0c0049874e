import type { Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import {
  answer,
  complaint,
  field,
  fillAll,
  goToBilling,
  heading,
  next,
  PASSWORD,
  STEP_1,
  sameHere,
} from './kit/sign-up.ts'
import { expect, hydrated, open, overflowOf, test } from './kit/visitor.ts'

const RESUME = '/rest/auth/sign-up/resume/'
const warning = (page: Page) => page.getByRole('dialog', { name: 'Warning' })
const goOn = (page: Page) => page.getByRole('button', { name: 'Continue', exact: true })

test.use({ expectedConsoleErrors: [/status of (404|429)|ERR_FAILED/] })

test('a sign-up that was begun on another device goes on by a link from the mail, once', {
  tag: '@wide',
}, async ({ page }) => {
  const person = await goToBilling(page)
  await becomeStranger(page)

  await open(page, `/sign-up/step-1?single=1`)
  await field(page, 'Email').fill(person.Email ?? '')
  await field(page, 'Email').press('Tab')
  await warning(page).getByRole('button', { name: 'Email me a link' }).click()
  await expect(warning(page).getByRole('status')).toContainText('we sent a link to it')
  await expect(warning(page).getByRole('button', { name: 'Send it again' })).toBeFocused()
  await expectAccessible(page)

  const link = await linkIn(page, person.Email ?? '')
  await open(page, link)
  await expect(heading(page)).toHaveText('Continue your sign-up')
  await expectAccessible(page)
  await goOn(page).click()
  await expect(page).toHaveURL(
    /\/sign-up\/step-1\?triple=2&lead=2&callrecording=2&skip-tracer=1&back-url=pricing&plan-name=custom$/,
  )
  await hydrated(page)
  await expect(page.locator('.plan .total')).toContainText('$397')
  await expect(page.getByRole('main')).toContainText(
    'We restored what you entered earlier, except passwords and security answers. Please enter them again.',
  )
  for (const [label, text] of Object.entries(person)) {
    const isSecret = /password|^Answer/i.test(label)
    const shown = label === 'Phone number' ? '(312) 555-0148' : text
    await expect(field(page, label)).toHaveValue(isSecret ? '' : shown)
  }
  await expect(sameHere(page)).not.toBeChecked()

  await fillAll(page, {
    'Account password': PASSWORD,
    'Confirm password': PASSWORD,
    'Answer to the first question': 'Peoria',
    'Answer to the second question': 'Barista',
  })
  await next(page).click()
  await expect(heading(page)).toHaveText('Billing')
  await expect(warning(page)).toBeHidden()

  await open(page, link)
  await expect(page.getByRole('alert')).toContainText('This link has already been used')
  await expect(page.getByRole('link', { name: 'See the plans' })).toHaveAttribute('href', '/site/pricing/')
  await expectAccessible(page)
})

test('a link that was used sends another one, also in the browser that used it', async ({ page }) => {
  const person = await goToBilling(page)
  const email = person.Email ?? ''
  await page.request.post(RESUME, { data: { email } })
  const used = await linkIn(page, email)
  const late = await page.context().newPage()
  await open(late, used)
  await open(page, used)
  await goOn(page).click()
  await expect(page).toHaveURL(/\/sign-up\/step-1\?/)
  await goOn(late).click()
  await expect(late.getByRole('alert')).toContainText('This link has already been used')
  await expect(late.getByRole('heading', { level: 1 })).toBeFocused()
  await late.close()

  await open(page, used)
  await expect(page.getByRole('alert')).toContainText('This link has already been used')
  const emailMe = page.getByRole('button', { name: 'Email me a link' })
  await emailMe.click()
  await expect(complaint(page, 'Email')).toHaveText('This field is required')
  await field(page, 'Email').fill(email)
  await answer(page, RESUME, 429, { errors: 'Too many attempts. Please wait 4 minutes and try again.' })
  await emailMe.click()
  await expect(page.getByRole('alert').last()).toContainText('Please wait 4 minutes')
  await page.unroute(`**${RESUME}`)
  await emailMe.click()
  const sent = page.getByRole('status').filter({ hasText: 'we sent a link to it' })
  await expect(sent).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send it again' })).toBeFocused()
  expect(await overflowOf(page)).toBe(0)
  await expectAccessible(page)
  await field(page, 'Email').fill(`${email}x`)
  await expect(emailMe).toBeVisible()
  await expect(sent).toHaveCount(0)

  await expect.poll(() => linkIn(page, email)).not.toBe(used)
  await open(page, await linkIn(page, email))
  await goOn(page).click()
  await expect(page).toHaveURL(/\/sign-up\/step-1\?triple=2&/)
  await hydrated(page)
  await expect(field(page, 'Email')).toHaveValue(email)
})

test('the offer and the link say what went wrong, and can be tried again', { tag: '@wide' }, async ({
  page,
}) => {
  await open(page, STEP_1)
  await field(page, 'Email').fill('unfinished@example.com')
  await field(page, 'Email').press('Tab')
  const emailMe = warning(page).getByRole('button', { name: 'Email me a link' })
  await answer(page, RESUME, 429, { errors: 'Too many attempts. Please wait 4 minutes and try again.' })
  await emailMe.click()
  await expect(warning(page).getByRole('status')).toHaveText(/Please wait 4 minutes/)
  await page.setViewportSize({ width: 320, height: 800 })
  expect(await overflowOf(page)).toBe(0)
  await page.unroute(`**${RESUME}`)
  await emailMe.click()
  await expect(warning(page).getByRole('status')).toContainText('we sent a link')

  await open(page, await linkIn(page, 'unfinished@example.com'))
  // Without what restores the sign-up, the link is not used up.
  const used: string[] = []
  await page.route(`**${RESUME}*/`, (route) => {
    used.push(route.request().url())
    return route.abort()
  })
  await page.route(/bring-back/, (route) => route.abort())
  await goOn(page).click()
  await expect(page.getByRole('alert')).toContainText('check your connection and reload the page')
  expect(used).toEqual([])
  await page.unroute(/bring-back/)
  await page.reload()
  await goOn(page).click()
  await expect.poll(() => used.length).toBe(1)
  await expect(page.getByRole('alert')).toBeVisible()
  expect(await overflowOf(page)).toBe(0)
  await page.unroute(`**${RESUME}*/`)
  await answer(page, `${RESUME}*/`, 404, { errors: 'gone' })
  await goOn(page).click()
  await expect(page.getByRole('alert')).toContainText('gone')
  await expect(field(page, 'Email')).toBeVisible()
})

/** Simulates another device by clearing everything stored on this one. */
async function becomeStranger(page: Page) {
  await page.evaluate(() => localStorage.clear())
  await page.context().clearCookies()
}

async function linkIn(page: Page, email: string): Promise<string> {
  const link = page.locator('.mailbox-message pre a')
  await expect(async () => {
    await page.goto(`/dev/mailbox/?to=${encodeURIComponent(email)}`)
    await expect(page.locator('.mailbox-message h1')).toHaveText('Continue your sign-up', { timeout: 500 })
  }).toPass({ timeout: 20_000 })
  return (await link.getAttribute('href')) ?? ''
}
