import type { Page } from '@playwright/test'
import { liveAccounts } from './kit/customer.ts'
import { openPerson } from './kit/legacy.ts'
import { mailTo, pathsIn } from './kit/mailbox.ts'
import {
  customer,
  draftIn,
  expectRegistered,
  field,
  fillAll,
  fillCard,
  goToBilling,
  heading,
  next,
  PASSWORD,
  payNow,
  STEP_1,
  sameHere,
} from './kit/sign-up.ts'
import { expect, hydrated, open, test } from './kit/visitor.ts'

// What a sign-up leaves behind: in this browser, in other tabs, and for another device.

const RESUME = '/rest/auth/sign-up/resume/'
const warning = (page: Page) => page.getByRole('dialog', { name: 'Warning' })
const goOn = (page: Page) => page.getByRole('button', { name: 'Continue', exact: true })

test.use({ serverEnv: liveAccounts })

test("a reload at the card opens step one with today's draft; a day later any page deletes it", async ({
  page,
}) => {
  const person = await goToBilling(page)
  await fillCard(page)
  expect(await storedIn(page)).not.toMatch(/4111[ -]?1111|cvv/)
  expect(await storedIn(page)).not.toContain(PASSWORD)
  await page.reload()
  await expect(page).toHaveURL(STEP_1)
  await expect(heading(page)).toHaveText('Customer information')
  await expect(page.getByText('We restored what you entered earlier')).toBeVisible()
  await expect(field(page, 'Email')).toHaveValue(person.Email ?? '')
  await expect(field(page, 'Account password')).toHaveValue('')

  await open(page, '/login/')
  expect(await draftIn(page)).toMatchObject({ values: { email: person.Email } })
  await page.evaluate(() => {
    const draft = JSON.parse(localStorage.getItem('sign-up-draft') ?? '')
    localStorage.setItem('sign-up-draft', JSON.stringify({ ...draft, savedOn: '2020-02-02' }))
  })
  await page.goto('/browser_select/')
  expect(await draftIn(page)).toBeNull()
})

test('a payment clears the draft and the security answers in other tabs [NW1-18, NW1-22]', async ({
  page,
  context,
}) => {
  const legacy = await context.newPage()
  await openPerson(legacy)
  await expect.poll(() => storedIn(legacy)).toMatch(/Peoria.*Barista/)
  const other = await context.newPage()
  await open(other, STEP_1)
  const person = customer({ 'Full name': 'Robin Sato' })
  await fillAll(other, person)
  await goToBilling(page)
  await fillCard(page)
  await payNow(page).click()
  await expectRegistered(page)

  await expect.poll(() => storedIn(legacy)).not.toMatch(/Peoria|Barista/)
  expect(await storedIn(legacy)).toContain('North Shore Realty')
  expect(await draftIn(other)).toBeNull()
  await field(legacy, 'City').fill('Skokie')
  await field(other, 'Company').fill('Sato Homes')
  await expect.poll(() => storedIn(legacy)).toContain('Skokie')
  expect(await storedIn(legacy)).not.toMatch(/Peoria|Barista/)
  await expect
    .poll(() => draftIn(other))
    .toMatchObject({ values: { email: person.Email, company: 'Sato Homes', first_question_answer: '' } })
  await other.reload()
  await hydrated(other)
  await expect(other.getByText(/except passwords and security answers/)).toBeVisible()
  await expect(field(other, 'Full name')).toHaveValue('Robin Sato')
  await other.getByRole('button', { name: 'Clear my entries' }).click()
  expect(await draftIn(other)).toBeNull()
})

test.describe('by a link from the mail', () => {
  test.use({ expectedConsoleErrors: [/ERR_FAILED/] })

  test('a sign-up begun on another device continues, once', { tag: '@demo' }, async ({ page }) => {
    const person = await goToBilling(page)
    const email = person.Email ?? ''
    await becomeStranger(page)

    await open(page, '/sign-up/step-1?single=1')
    await field(page, 'Email').fill(email)
    await field(page, 'Email').press('Tab')
    await warning(page).getByRole('button', { name: 'Email me a link' }).click()
    await expect(warning(page).getByRole('status')).toContainText('we sent a link to it')
    const mail = await mailTo(page.request, { email, subject: /Continue your sign-up/ })
    const [link = ''] = pathsIn(mail.plain, '/sign-up/resume/')

    // Without the script that restores the sign-up, the link is not used up.
    const used: string[] = []
    page.on('request', (request) => request.url().includes(RESUME) && used.push(request.url()))
    await page.route(/bring-back/, (route) => route.abort())
    await open(page, link)
    await expect(heading(page)).toHaveText('Continue your sign-up')
    await goOn(page).click()
    await expect(page.getByRole('alert')).toContainText('check your connection and reload the page')
    expect(used).toEqual([])
    await page.unroute(/bring-back/)
    await page.reload()

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

    await open(page, link)
    await expect(page.getByRole('alert')).toContainText('This link has already been used')
  })
})

/** Simulates another device by clearing everything stored on this one. */
async function becomeStranger(page: Page) {
  await page.evaluate(() => localStorage.clear())
  await page.context().clearCookies()
}

/** Everything that a tab stores. */
const storedIn = (tab: Page) => tab.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
