import { expectAccessible } from './kit/axe.ts'
import { boxOf } from './kit/boxes.ts'
import { customer, draftIn, field, fillAll, heading, next, STEP_1, sameHere } from './kit/sign-up.ts'
import { expect, hydrated, open, test } from './kit/visitor.ts'

test('what was typed is cleared by a link above the form, and comes back but for the passwords', async ({
  page,
}) => {
  await open(page, STEP_1)
  const gap = async () => (await boxOf(field(page, 'Email'))).y - (await boxOf(heading(page))).y
  const before = await gap()
  const person = customer()
  await fillAll(page, person)
  await sameHere(page).check()
  const clear = page.getByRole('button', { name: 'Clear my entries' })
  expect((await boxOf(clear)).y).toBeLessThan((await boxOf(field(page, 'Email'))).y)
  expect(await gap()).toBe(before)
  await expectAccessible(page)
  await clear.click()
  await expect(heading(page)).toBeFocused()
  await expect(field(page, 'Email')).toHaveValue('')
  await expect(sameHere(page)).not.toBeChecked()
  expect(await draftIn(page)).toBeNull()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Undo' }).click()
  for (const [label, text] of Object.entries(person)) {
    if (label === 'Phone number') await expect(field(page, label)).toHaveValue('(312) 555-0148')
    else await expect(field(page, label)).toHaveValue(/password$/.test(label) ? '' : text)
  }
  await expect(sameHere(page)).toBeChecked()
  await expect(page.locator('.err')).toHaveCount(0)
  await expect(field(page, 'Email')).toBeFocused()
  await expect.poll(() => draftIn(page)).toMatchObject({ values: { email: person.Email } })
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await expect(clear).toBeVisible()
})

test('what is typed after clearing is not overwritten by Undo', { tag: '@wide' }, async ({ page }) => {
  await open(page, STEP_1)
  await fillAll(page, { 'Full name': 'Dana Whitfield', Company: 'North Shore Realty' })
  await page.getByRole('button', { name: 'Clear my entries' }).click()
  await fillAll(page, { Company: 'Lakeview Homes' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(field(page, 'Full name')).toHaveValue('Dana Whitfield')
  await expect(field(page, 'Company')).toHaveValue('Lakeview Homes')
})

test('Next has no neighbor that empties the form', { tag: '@wide' }, async ({ page }) => {
  await open(page, STEP_1)
  await fillAll(page, { Company: 'North Shore Realty' })
  await expect(next(page).locator('xpath=..').getByRole('button')).toHaveCount(1)
})

test('who leaves after clearing takes the way back along', { tag: '@wide' }, async ({ page }) => {
  await open(page, STEP_1)
  await fillAll(page, { Company: 'North Shore Realty' })
  await page.getByRole('button', { name: 'Clear my entries' }).click()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await page.reload()
  await hydrated(page)
  await expect(field(page, 'Company')).toHaveValue('')
})
