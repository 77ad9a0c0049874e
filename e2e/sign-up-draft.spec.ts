import type { Page } from '@playwright/test'
import { fillPerson, goToThirdStep, leaveThird, tick } from './kit/legacy.ts'
import {
  answer,
  customer,
  draftIn,
  expectRegistered,
  field,
  fillAll,
  fillCard,
  goToBilling,
  heading,
  PASSWORD,
  payNow,
  STEP_1,
  SUBMIT,
} from './kit/sign-up.ts'
import { expect, hydrated, open, test } from './kit/visitor.ts'

/** Everything that a tab stores. */
const storedIn = (tab: Page) => tab.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))

test('a reload of the card leads to step one with the draft of today; a day later any page deletes it', async ({
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
  await page.reload()
  await expect.poll(() => draftIn(page)).toBeNull()
})

test('a payment takes the draft and the security answers out of other tabs [NW1-18, NW1-22]', async ({
  page,
  context,
}) => {
  const legacy = await context.newPage()
  await goToThirdStep(legacy)
  await tick(legacy, /For sale by owner/).check()
  await leaveThird(legacy)
  await fillPerson(legacy)
  const other = await context.newPage()
  await open(other, STEP_1)
  const person = customer({ 'Full name': 'Robin Sato' })
  await fillAll(other, person)
  await goToBilling(page)
  await answer(page, SUBMIT, 200, { data: { status: 'registered', pin: '204518' } })
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
  await expect(field(other, 'Answer to the second question')).toHaveValue('')
  await other.getByRole('button', { name: 'Clear my entries' }).click()
  expect(await draftIn(other)).toBeNull()
})
