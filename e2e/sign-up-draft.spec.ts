import type { Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { fillPerson, goToThirdStep, leaveThird, tick } from './kit/legacy.ts'
import {
  answer,
  complaint,
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
  SUBMIT,
  sameHere,
} from './kit/sign-up.ts'
import { expect, hydrated, open, test } from './kit/visitor.ts'

const isSecret = (label: string) => /password$/.test(label)

test('what is typed is kept on the device with the date, and comes back without the passwords [NW1-18, NW1-19, NW1-20]', async ({
  page,
}) => {
  await page.clock.install({ time: new Date(2026, 4, 20, 9, 30) })
  await open(page, STEP_1)
  const person = customer()
  await fillAll(page, person)
  await sameHere(page).check()
  await expect
    .poll(() => draftIn(page))
    .toMatchObject({
      savedOn: '2026-05-20',
      values: { email: person.Email, mobile_phone: '3125550148', same_billing_address: 'true' },
    })
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  expect(stored).not.toContain(PASSWORD)
  expect(stored).not.toContain('password')

  await page.clock.setFixedTime(new Date(2026, 4, 20, 23, 59, 59))
  await page.reload()
  await hydrated(page)
  await expect(page.getByText('We restored what you entered earlier')).toBeVisible()
  for (const [label, text] of Object.entries(person)) {
    if (label === 'Phone number') await expect(field(page, label)).toHaveValue('(312) 555-0148')
    else await expect(field(page, label)).toHaveValue(isSecret(label) ? '' : text)
  }
  await expect(sameHere(page)).toBeChecked()
  await expect(page.locator('.err')).toHaveCount(0)
  await expectAccessible(page)
})

test('the next day it is discarded [NW1-20, NW1-21]', async ({ page }) => {
  await page.clock.install({ time: new Date(2026, 4, 20, 23, 59) })
  await open(page, STEP_1)
  await fillAll(page, { 'Full name': 'Dana Whitfield' })
  await expect.poll(() => draftIn(page)).toMatchObject({ savedOn: '2026-05-20' })
  // Leave before midnight: a page that is still open would save the draft again on the new day.
  await open(page, '/browser_select/')
  await page.clock.setFixedTime(new Date(2026, 4, 21, 0, 0, 1))
  await open(page, STEP_1)
  await expect(field(page, 'Full name')).toHaveValue('')
  expect(await draftIn(page)).toBeNull()
})

test('it is cleared by hand, now and after a reload', async ({ page }) => {
  await open(page, STEP_1)
  const clear = page.getByRole('button', { name: /^Clear/ })
  await expect(clear).toHaveCount(0)
  for (const again of [false, true]) {
    await fillAll(page, { 'Full name': 'Dana Whitfield', Zip: '6060' })
    await expect.poll(() => draftIn(page)).not.toBeNull()
    if (again) {
      await page.reload()
      await hydrated(page)
      await expect(field(page, 'Full name')).toHaveValue('Dana Whitfield')
    }
    await clear.click()
    await expect(heading(page)).toBeFocused()
    await expect(field(page, 'Full name')).toHaveValue('')
    await expect(complaint(page, 'Zip')).toHaveCount(0)
    await expect(clear).toHaveCount(0)
    expect(await draftIn(page)).toBeNull()
  }
  await page.reload()
  await hydrated(page)
  await expect(field(page, 'Full name')).toHaveValue('')
})

test('a paid sign-up clears it [NW1-22]', async ({ page }) => {
  await goToBilling(page)
  expect(await draftIn(page)).not.toBeNull()
  await fillCard(page)
  await payNow(page).click()
  await expectRegistered(page)
  expect(await draftIn(page)).toBeNull()
  await open(page, STEP_1)
  await expect(field(page, 'Email')).toHaveValue('')
})

test('a reload on step two leads to step one, with the plan and the draft, but without the card', async ({
  page,
}) => {
  const person = await goToBilling(page)
  await fillCard(page)
  await page.reload()
  await hydrated(page)
  await expect(page).toHaveURL(STEP_1)
  await expect(heading(page)).toHaveText('Customer information')
  await expect(field(page, 'Email')).toHaveValue(person.Email ?? '')
  await expect(field(page, 'Account password')).toHaveValue('')
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  expect(stored).not.toMatch(/4111[ -]?1111|cvv/)
})

test('what was typed before the script arrived is not overwritten by a draft', async ({ page }) => {
  await open(page, STEP_1)
  await fillAll(page, { 'Full name': 'Dana Whitfield', Company: 'North Shore Realty' })
  await expect.poll(() => draftIn(page)).toMatchObject({ values: { company: 'North Shore Realty' } })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/**', async (route) => {
    await released
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  await field(page, 'Full name').fill('Robin Sato')
  release()
  await hydrated(page)
  await expect(field(page, 'Company')).toHaveValue('North Shore Realty')
  await expect(field(page, 'Full name')).toHaveValue('Robin Sato')
})

test('a browser that forbids storage has no draft, and all else works', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('Forbidden', 'SecurityError')
      },
    })
  })
  await open(page, STEP_1)
  await fillAll(page, customer())
  await next(page).click()
  await expect(heading(page)).toHaveText('Billing')
})

test('a broken draft is no draft', async ({ page }) => {
  await open(page, STEP_1)
  for (const broken of ['{', '[]', 'null', '{"savedOn":7}', '{"values":{"email":{"a":1}}}']) {
    await page.evaluate((text) => localStorage.setItem('sign-up-draft', text), broken)
    await page.reload()
    await hydrated(page)
    await expect(field(page, 'Email')).toHaveValue('')
    await expect(next(page)).toBeEnabled()
  }
})

test('the draft of another day is deleted by any page, and a draft of today stays', async ({ page }) => {
  await open(page, '/login/')
  const keep = (savedOn: string) =>
    page.evaluate(
      (day) =>
        localStorage.setItem('sign-up-draft', JSON.stringify({ savedOn: day, values: { city: 'Peoria' } })),
      savedOn,
    )
  await keep('2020-02-02')
  await page.reload()
  await expect.poll(() => draftIn(page)).toBeNull()
  const today = await page.evaluate(() => new Date().toLocaleDateString('sv-SE'))
  await keep(today)
  await page.reload()
  expect(await draftIn(page)).toMatchObject({ savedOn: today })
})

test('a paid sign-up takes the draft and the security answers out of other tabs, too', async ({
  page,
  context,
}) => {
  const other = await context.newPage()
  await open(other, '/sign-up/step-1?single=1')
  await field(other, 'Answer to the first question').fill('Peoria')
  const legacy = await context.newPage()
  await goToThirdStep(legacy)
  await tick(legacy, /For sale by owner/).check()
  await leaveThird(legacy)
  await fillPerson(legacy)
  await goToBilling(page)
  await answer(page, SUBMIT, 200, { data: { status: 'registered', pin: '204518' } })
  await fillCard(page)
  await payNow(page).click()
  await expectRegistered(page)
  const kept = (tab: Page) => tab.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  await expect.poll(() => kept(legacy)).not.toMatch(/Peoria|Barista/)
  expect(await kept(legacy)).toContain('North Shore Realty')
  expect(await draftIn(other)).toBeNull()
  await field(other, 'City').fill('Evanston')
  await field(legacy, 'City').fill('Evanston')
  await expect.poll(() => kept(legacy)).not.toMatch(/Peoria|Barista/)
  await expect.poll(() => kept(other)).toContain('Evanston')
  expect(await kept(other)).not.toContain('Peoria')
})

test('after a payment in another tab a sign-up is saved as before, but for its security answers [NW1-18, NW1-22]', async ({
  page,
  context,
}) => {
  const other = await context.newPage()
  await open(other, STEP_1)
  const person = customer({ 'Full name': 'Robin Sato' })
  await fillAll(other, person)
  await goToBilling(page)
  await answer(page, SUBMIT, 200, { data: { status: 'registered', pin: '204518' } })
  await fillCard(page)
  await payNow(page).click()
  await expectRegistered(page)
  await expect.poll(() => draftIn(other)).toBeNull()
  await field(other, 'Company').fill('Sato Homes')
  await expect
    .poll(() => draftIn(other))
    .toMatchObject({ values: { email: person.Email, company: 'Sato Homes', first_question_answer: '' } })
  await other.reload()
  await hydrated(other)
  await expect(other.getByText(/except passwords and security answers/)).toBeVisible()
  await expect(field(other, 'Full name')).toHaveValue('Robin Sato')
  await expect(field(other, 'Answer to the second question')).toHaveValue('')
  await other.getByRole('button', { name: 'Clear my entries' }).click()
  expect(await draftIn(other)).toBeNull()
})
