import { expectAccessible } from './kit/axe.ts'
import { field, fillWell, form, openForm, submit, summary } from './kit/form-kit.ts'
import { expect, test } from './kit/visitor.ts'

test('the summary counts down as fields are mended, says so politely, and empties', async ({ page }) => {
  await openForm(page)
  await fillWell(page)
  await field(page, 'CVV').fill('')
  await field(page, 'Mobile phone').fill('312')
  await field(page, 'Zip').fill('')
  await submit(page)
  const said = form(page).getByRole('status').first()
  await expect(said).toHaveText('Please check 3 fields: Mobile phone, Zip and CVV.')
  const before = await field(page, 'CVV').boundingBox()

  await field(page, 'Mobile phone').fill('3125550148')
  await expect(said).toHaveText('Please check 2 fields: Zip and CVV.')
  await expect(summary(page).getByText('Please check 2 fields')).toBeVisible()
  await expect(summary(page).getByRole('listitem')).toHaveText([
    'Zip: This field is required',
    'CVV: This field is required',
  ])
  await expect(summary(page).getByRole('link', { name: 'Mobile phone' })).toHaveCount(0)
  await field(page, 'CVV').fill('1')
  await expect(summary(page).getByRole('listitem')).toHaveText([
    'Zip: This field is required',
    'CVV: Minimum 3 characters required',
  ])
  await expectAccessible(page)
  await field(page, 'CVV').fill('123')
  await expect(said).toHaveText('Please check one field: Zip.')
  await field(page, 'Zip').fill('60601')
  await expect(said).toHaveText('')
  await expect(summary(page)).toHaveCount(0)
  await expect(form(page).getByText('Please check')).toBeHidden()
  expect((await field(page, 'CVV').boundingBox())?.height).toBe(before?.height)

  // A corrected field that becomes invalid again is counted again.
  await field(page, 'Zip').fill('')
  await expect(said).toHaveText('Please check one field: Zip.')
})
