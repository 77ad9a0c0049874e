import { expectAccessible } from './kit/axe.ts'
import {
  answer,
  expectComplaint,
  expectContent,
  field,
  fillWell,
  form,
  GALLERY,
  openForm,
  sent,
  submit,
  summary,
} from './kit/form-kit.ts'
import { expect, test } from './kit/server.ts'

test.describe('a form', () => {
  test.beforeEach(({ page }) => openForm(page))

  test('sends what all rules are content with', async ({ page }) => {
    await fillWell(page)
    await expect(form(page).getByText('Everything is valid.')).toBeVisible()
    await submit(page)
    expect(await sent(page)).toEqual({
      email: 'dana@example.com',
      confirmEmail: 'dana@example.com',
      password: ' secret ',
      mobile_phone: '3125550148',
      office_phone: '',
      industry: 'Insurance',
      zip_code: '60601',
      number: '4111-1111-1111-1111',
      cvv: '123',
      note: 'Call twice',
      channels: '',
      byMail: 'true',
      byPhone: 'false',
      hour: '',
      terms: 'true',
    })
    await expect(summary(page)).toHaveCount(0)
  })

  test('writes nothing that is typed into the document', async ({ page }) => {
    await field(page, 'Account password').fill('secret99')
    await field(page, 'Card number').fill('4111111111111111')
    await expect(form(page).locator('output')).toHaveText('Visa')
    const document = await page.content()
    expect(document).not.toContain('secret99')
    expect(document).not.toContain('4111')
  })

  test('goes to the topmost invalid field when it is refused, and sums up above [FRM-09]', async ({
    page,
  }) => {
    await fillWell(page)
    await field(page, 'CVV').fill('')
    await field(page, 'Mobile phone').fill('312')
    await submit(page)
    await expect(field(page, 'Mobile phone')).toBeFocused()
    await expect(field(page, 'Mobile phone')).toBeInViewport()
    await expect(summary(page).getByRole('listitem')).toHaveText([
      'Mobile phone: Minimum 10 characters required',
      'CVV: This field is required',
    ])
    await expect(form(page).getByRole('status').first()).toHaveText(
      'Please check 2 fields: Mobile phone and CVV.',
    )
    await expectAccessible(page)

    await summary(page).getByRole('link', { name: 'CVV' }).click()
    await expect(field(page, 'CVV')).toBeFocused()
    await expect(field(page, 'CVV')).toBeInViewport()
    await expect(page).toHaveURL(GALLERY)
    await field(page, 'CVV').fill('123')
    await field(page, 'Mobile phone').fill('3125550148')
    await submit(page)
    await expect(summary(page)).toHaveCount(0)
    expect(await sent(page)).toMatchObject({ cvv: '123' })
  })

  test('does not move under the hands of someone who mends it', async ({ page }) => {
    await submit(page)
    await expect(field(page, 'Email')).toBeFocused()
    const before = await field(page, 'Email').boundingBox()
    await field(page, 'Email').pressSequentially('dana@example.com')
    await expectContent(page, 'Email')
    expect(await field(page, 'Email').boundingBox()).toEqual(before)
  })

  test('puts a refused group of ticks among its fields', async ({ page }) => {
    await fillWell(page)
    await page.getByRole('checkbox', { name: 'By mail' }).uncheck()
    await submit(page)
    const group = page.getByRole('group', { name: 'How may we reach you?' })
    await expect(group).toBeFocused()
    await expect(group).toHaveAccessibleDescription('Please, choose at least one option')
    await page.getByRole('checkbox', { name: 'By mail' }).check()
    await expect(form(page).getByText('Please, choose at least one option')).toHaveCount(1)
    await submit(page)
    expect(await sent(page)).toMatchObject({ byMail: 'true' })
  })

  test('marks the fields that a server names, and only those [FRM-04, FRM-08]', async ({ page }) => {
    await field(page, 'Note (optional)').fill('x'.repeat(41))
    await expectComplaint(page, 'Note (optional)', 'Maximum 40 characters required')
    await answer(page, 'Two fields')
    await expectComplaint(page, 'Email', 'We know this email.')
    await expectComplaint(page, 'Zip', 'This zip code is far away. Please check it.')
    await expectContent(page, 'Note (optional)')
    await expectContent(page, 'Mobile phone')
    await expect(field(page, 'Email')).toBeFocused()
    await field(page, 'Email').fill('new@example.com')
    await expectContent(page, 'Email')
    await expectComplaint(page, 'Zip', 'This zip code is far away. Please check it.')
    await answer(page, 'Groups')
    await expectComplaint(page, 'Mobile phone', 'Nobody answers there.')
    await expectComplaint(page, 'Card number', 'Declined.')
    await expectContent(page, 'Zip')
  })

  test('shows what concerns no field of it in a block of its own [FRM-05]', async ({ page }) => {
    await answer(page, 'Unknown field')
    const block = form(page).getByRole('alert')
    await expect(block).toHaveText('Choose which account to use. There are two.')
    await expect(block).toBeInViewport()
    await expect(summary(page)).toHaveCount(0)
  })

  test('reads the markup of a sentence [FRM-05, FRM-06]', async ({ page }) => {
    await answer(page, 'Sentence')
    const block = form(page).getByRole('alert')
    await expect(block.locator('b')).toHaveText('call')
    await expect(block.getByRole('link')).toHaveAttribute('href', 'tel:+18005550100')
    await expect(block.locator('br')).toHaveCount(1)
  })

  test('shows hostile markup as text [FRM-06]', async ({ page }) => {
    await answer(page, 'Hostile sentence')
    const block = form(page).getByRole('alert')
    await expect(block).toContainText('<img src=x onerror="window.hacked = true">')
    await expect(block).toContainText('<a href="javascript:window.hacked = true">click</a>')
    await expect(block.locator('img, a, script')).toHaveCount(0)
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
  })

  test('takes a complaint about one field without judging the others', async ({ page }) => {
    await page.getByRole('button', { name: 'Complaint on leaving' }).click()
    await expectComplaint(page, 'Email', 'This email is already taken.')
    await expectContent(page, 'Confirm email')
    await expect(summary(page)).toHaveCount(0)
  })

  test('fills in a draft where the person has written nothing', async ({ page }) => {
    await field(page, 'Email').fill('mine@example.com')
    await page.getByRole('button', { name: 'Restore a draft' }).click()
    await expect(field(page, 'Mobile phone')).toHaveValue('(312) 555-0148')
    await expect(field(page, 'Email')).toHaveValue('mine@example.com')
  })
})
